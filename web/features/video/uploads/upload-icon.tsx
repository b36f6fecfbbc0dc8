import { IconPath } from '#web/ui/picture/icon.tsx'

/** Outlines of Tabler Icons as in `web/ui/picture/icon-paths.ts`. They are here because only this screen downloads them. */
const paths = {
  upload: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 9l5-5l5 5M12 4l0 12',
  pause:
    'M6 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1l0-12M14 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1l0-12',
  resume: 'M7 4v16l13-8l-13-8',
  folder:
    'M5 19l2.76-7.35a1 1 0 0 1 .94-.65h12.3a1 1 0 0 1 .99 1.16l-1 5.21a2 2 0 0 1-1.96 1.63h-14.03a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2h4l3 3h7a2 2 0 0 1 2 2v2',
  video:
    'M15 10l4.55-2.28a1 1 0 0 1 1.45 .9v6.76a1 1 0 0 1-1.45 .9l-4.55-2.28v-4M3 8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2l0-8',
  'video-off':
    'M3 3l18 18M15 11v-1l4.55-2.28a1 1 0 0 1 1.45 .9v6.76a1 1 0 0 1-.68 .95M10 6h3a2 2 0 0 1 2 2v3m0 4v1a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h1',
} as const

/** A decorative icon of the upload screen. */
export function UploadIcon({ name, size = 'md' }: { name: keyof typeof paths; size?: 'sm' | 'md' }) {
  return <IconPath path={paths[name]} size={size} />
}
