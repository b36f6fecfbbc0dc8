/**
 * Outlines of Tabler Icons (MIT, see tabler-icons-license.txt) on a 24 px grid, each icon's strokes joined into one
 * path, in hundredths. The icons in `filledIcons` are filled, all others are stroked.
 */
export const iconPaths = {
  'alert-circle': 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 8v4M12 16h.01',
  'alert-triangle':
    'M12 9v4M10.36 3.59l-8.11 13.53a1.91 1.91 0 0 0 1.64 2.87h16.21a1.91 1.91 0 0 0 1.64-2.87l-8.11-13.54a1.91 1.91 0 0 0-3.27 0M12 16h.01',
  'arrow-left': 'M5 12l14 0M5 12l6 6M5 12l6-6',
  'arrow-right': 'M5 12l14 0M13 18l6-6M13 6l6 6',
  bookmark: 'M18 7v14l-6-4l-6 4v-14a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4',
  'bookmark-filled':
    'M14 2a5 5 0 0 1 5 5v14a1 1 0 0 1-1.55 .83l-5.45-3.63l-5.44 3.63a1 1 0 0 1-1.55-.72l-.01-.11v-14a5 5 0 0 1 5-5h4z',
  books:
    'M5 5a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1l0-14M9 5a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1l0-14M5 8h4M9 16h4M13.8 4.56l2.18-.53c.56-.14 1.13 .19 1.28 .73l3.69 13.42a1.02 1.02 0 0 1-.63 1.22l-.13 .04l-2.18 .53c-.56 .14-1.13-.19-1.28-.73l-3.69-13.42a1.02 1.02 0 0 1 .63-1.22l.13-.04M14 9l4-1M16 16l3.92-.98',
  calendar: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-12M16 3v4M8 3v4M4 11h16',
  check: 'M5 12l5 5l10-10',
  'chevron-down': 'M6 9l6 6l6-6',
  'chevron-right': 'M9 6l6 6l-6 6',
  'chevron-up': 'M6 15l6-6l6 6',
  'circle-check': 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 12l3 2M12 7v5',
  close: 'M18 6l-12 12M6 6l12 12',
  eye: 'M10 12a2 2 0 1 0 4 0a2 2 0 0 0-4 0M21 12c-2.4 4-5.4 6-9 6c-3.6 0-6.6-2-9-6c2.4-4 5.4-6 9-6c3.6 0 6.6 2 9 6',
  heart: 'M19.5 12.57l-7.5 7.43l-7.5-7.43a5 5 0 1 1 7.5-6.57a5 5 0 1 1 7.5 6.57',
  home: 'M5 12l-2 0l9-9l9 9l-2 0M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7M9 21v-6a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v6',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 9h.01M11 12h1v4h1',
  logout:
    'M14 8v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M9 12h12l-3-3M18 15l3-3',
  mail: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10M3 7l9 6l9-6',
  message: 'M8 9h8M8 13h6M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12',
  moon: 'M12 3c.13 0 .26 0 .39 0a7.5 7.5 0 0 0 7.92 12.45a9 9 0 1 1-8.31-12.45l0 .01',
  play: 'M6 4v16a1 1 0 0 0 1.52 .85l13-8a1 1 0 0 0 0-1.7l-13-8a1 1 0 0 0-1.52 .85z',
  plus: 'M12 5l0 14M5 12l14 0',
  'progress-check':
    'M10 20.8a9 9 0 0 1-2.5-1M14 3.2a9 9 0 0 1 0 17.6M4.6 17a9 9 0 0 1-1.3-2.5M3.1 10.5a9 9 0 0 1 1.1-3M7 4.6a9 9 0 0 1 3-1.4M9 12l2 2l4-4',
  refresh: 'M20 11a8.1 8.1 0 0 0-15.5-2m-.5-4v4h4M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
  school: 'M22 9l-10-4l-10 4l10 4l10-4v6M6 10.6v5.4a6 3 0 0 0 12 0v-5.4',
  search: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21l-6-6',
  sidebar: 'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2l0-12M9 4l0 16',
  stack: 'M12 4l-8 4l8 4l8-4l-8-4M4 12l8 4l8-4M4 16l8 4l8-4',
  sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 12h1m8-9v1m8 8h1m-9 8v1m-6.4-15.4l.7 .7m12.1-.7l-.7 .7m0 11.4l.7 .7m-12.1-.7l-.7 .7',
  user: 'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2',
  video:
    'M15 10l4.55-2.28a1 1 0 0 1 1.45 .89v6.76a1 1 0 0 1-1.45 .89l-4.55-2.28v-4M3 8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2l0-8',
} as const

/** An icon of this file, or the outline of another one. */
export type IconName = keyof typeof iconPaths | `M${string}`

export const filledIcons: ReadonlySet<IconName> = new Set<IconName>(['play', 'bookmark-filled'])
