import { IconPath } from '#web/ui/picture/icon.tsx'

/** A decorative icon that only the player needs. */
export function PlayerIcon({ name }: { name: PlayerIconName }) {
  return <IconPath path={playerIconPaths[name]} filled={filledPlayerIcons.has(name)} />
}

/** Outlines of Tabler Icons as in `web/ui/picture/icon-paths.ts`. They are here because only the watch page downloads them. */
const playerIconPaths = {
  back: 'M7 9l-3-3l3-3M16 17.92a6 6 0 0 0-1-11.92h-11M6 14v6M9 15.5v3a1.5 1.5 0 0 0 3 0v-3a1.5 1.5 0 0 0-3 0',
  captions:
    'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10M10 10.5a1.5 1.5 0 0 0-3 0v3a1.5 1.5 0 0 0 3 0M17 10.5a1.5 1.5 0 0 0-3 0v3a1.5 1.5 0 0 0 3 0',
  forward:
    'M17 9l3-3l-3-3M8 17.92a6 6 0 0 1-5-5.92a6 6 0 0 1 6-6h11M15 15.5v3a1.5 1.5 0 0 0 3 0v-3a1.5 1.5 0 0 0-3 0M11 14v6',
  'full-screen':
    'M4 8v-2a2 2 0 0 1 2-2h2M4 16v2a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v2M16 20h2a2 2 0 0 0 2-2v-2',
  help: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 17l0 .01M12 13.5a1.5 1.5 0 0 1 1-1.5a2.6 2.6 0 1 0-3-4',
  'leave-full-screen':
    'M15 19v-2a2 2 0 0 1 2-2h2M15 5v2a2 2 0 0 0 2 2h2M5 15h2a2 2 0 0 1 2 2v2M5 9h2a2 2 0 0 0 2-2v-2',
  more: 'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  muted:
    'M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1-1.5 .5l-3.5-4.5M16 10l4 4m0-4l-4 4',
  next: 'M2 5v14c0 .86 1.01 1.32 1.66 .75l8-7a1 1 0 0 0 0-1.5l-8-7c-.65-.57-1.66-.11-1.66 .75zM13 5v14c0 .86 1.01 1.32 1.66 .75l8-7a1 1 0 0 0 0-1.5l-8-7c-.65-.57-1.66-.11-1.66 .75z',
  pause:
    'M9 4h-2a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h2a2 2 0 0 0 2-2v-12a2 2 0 0 0-2-2zM17 4h-2a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h2a2 2 0 0 0 2-2v-12a2 2 0 0 0-2-2z',
  'picture-in-picture':
    'M11 19h-6a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4M14 15a1 1 0 0 1 1-1h5a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-3',
  play: 'M6 4v16a1 1 0 0 0 1.52 .85l13-8a1 1 0 0 0 0-1.7l-13-8a1 1 0 0 0-1.52 .85z',
  replay: 'M19.95 11a8 8 0 1 0-.5 4m.5 5v-5h-5',
  theatre: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10',
  volume:
    'M15 8a5 5 0 0 1 0 8M17.7 5a9 9 0 0 1 0 14M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1-1.5 .5l-3.5-4.5',
} as const

export type PlayerIconName = keyof typeof playerIconPaths

const filledPlayerIcons: ReadonlySet<PlayerIconName> = new Set<PlayerIconName>(['next', 'pause', 'play'])
