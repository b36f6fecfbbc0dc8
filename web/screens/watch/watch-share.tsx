import { useState } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { formatTime } from '#contract/format.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { classNames } from '#web/ui/class-names.ts'
import button from '#web/ui/navigation/button.module.css'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { IconPath } from '#web/ui/picture/icon.tsx'
import styles from './watch-video.module.css'

const SHARE = 'M13 4v4c-6.57 1.03-9.02 6.79-10 12c-.04 .21 5.38-5.96 10-6v4l8-7l-8-7'

/** Copies the address of the video, or of the second that the player is at. */
export function ShareMenu({ course, position }: { course: Course; position: () => number }) {
  const [at, setAt] = useState(0)
  const address = new URL(watchAddress(course.playlist._id, course._id), location.origin).href
  return (
    <Menu
      label="Share"
      className={classNames(button.button, button.default, styles.share)}
      onOpen={() => setAt(Math.floor(position()))}
      items={[
        { label: 'Copy link', run: () => void copy(address) },
        { label: `Copy link at ${formatTime(at)}`, run: () => void copy(`${address}?t=${at}`) },
      ]}
    >
      <IconPath path={SHARE} />
      <span>Share</span>
    </Menu>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify.success('Link copied.')
  } catch {
    // Without https a browser offers no clipboard.
    notify.error(`Your browser does not allow copying. The link is ${address}`, { timeout: SCREEN_TOAST_MS })
  }
}
