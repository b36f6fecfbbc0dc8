import { IconPath } from '#web/ui/picture/icon.tsx'
import { type BuildIconName, buildIconPaths } from './build-icon-paths.ts'

/** A decorative icon of the build screens. */
export function BuildIcon({ name, size }: { name: BuildIconName; size?: 'sm' | 'md' }) {
  return <IconPath path={buildIconPaths[name]} size={size ?? 'md'} />
}
