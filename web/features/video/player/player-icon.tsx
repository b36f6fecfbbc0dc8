import { IconPath } from '#web/ui/picture/icon.tsx'
import { filledPlayerIcons, type PlayerIconName, playerIconPaths } from './player-icon-paths.ts'

/** A decorative icon that only the player needs. */
export function PlayerIcon({ name }: { name: PlayerIconName }) {
  return <IconPath path={playerIconPaths[name]} filled={filledPlayerIcons.has(name)} />
}
