import { type PointerEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { CourseRail, type RailProgress } from '#web/features/catalog/courses/course-rail.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import styles from './playlist-sheet.module.css'
import { NeighbourLinks } from './watch-neighbours.tsx'

interface PlaylistSheetProps {
  progress: RailProgress | undefined
  onClose: () => void
}

/** The playlist over the page, from below the picture to the bottom edge. The video plays on. */
export function PlaylistSheet({ progress, onClose }: PlaylistSheetProps) {
  const { course, playlist, player } = useWatch()
  const heading = useId()
  const close = useRef<HTMLButtonElement>(null)
  const sheet = useModal(close)
  const drag = useDragDown(sheet, onClose)
  useBelowPicture(sheet, player.area)
  if (!playlist) return null
  return (
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-labelledby={heading}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={keepFocusWithin}
      {...drag}
    >
      <IconButton
        ref={close}
        className={styles.close}
        icon="close"
        label="Close playlist"
        onClick={onClose}
      />
      <CourseRail playlist={playlist} courseId={course._id} progress={progress} headingId={heading} replace />
      <div className={styles.foot}>
        <NeighbourLinks label="The videos before and after" large replace />
      </div>
    </dialog>
  )
}

/** The least height, in pixels: on a low screen the sheet covers a part of the picture. */
const LEAST_HEIGHT = 320

/** The sheet begins where the picture ends. */
function useBelowPicture(sheet: RefObject<HTMLElement | null>, area: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function place(): void {
      const { top = 0, width = 0 } = area.current?.getBoundingClientRect() ?? {}
      const pictureEnd = top + (width * 9) / 16
      // The content policy allows no style attribute.
      sheet.current?.style.setProperty(
        'top',
        `${Math.max(0, Math.min(pictureEnd, innerHeight - LEAST_HEIGHT))}px`,
      )
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [sheet, area])
}

/** Pixels: below it a drag is a press. */
const SLOP = 8
const CLOSES_AFTER = 80

/** The sheet follows a finger that moves down, and closes or returns when the finger leaves it. */
function useDragDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<number>(undefined)
  const wayOf = ({ clientY }: PointerEvent) => Math.max(0, clientY - (start.current ?? clientY))
  function move(pixels: number): void {
    sheet.current?.style.setProperty('translate', `0 ${pixels}px`)
  }
  function end(): void {
    start.current = undefined
    move(0)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const isOperated = event.target instanceof Element && event.target.closest('button, ol, nav')
      if (!isOperated && event.isPrimary) start.current = event.clientY
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      if (start.current === undefined) return
      const way = wayOf(event)
      // From here on, a link below the finger is not pressed.
      if (way > SLOP) event.currentTarget.setPointerCapture(event.pointerId)
      move(way)
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const isFar = wayOf(event) > CLOSES_AFTER
      end()
      if (isFar) onClose()
    },
    onPointerCancel: end,
  }
}
