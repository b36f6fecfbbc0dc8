import { type ReactNode, useImperativeHandle } from 'react'
import { vi } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import { useWatch, WatchProvider } from '#web/features/catalog/courses/watch-context.tsx'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import { aCourse } from '#web/test-content.ts'
import { aUser } from '#web/test-context.tsx'

/** Lays the page out with this width until the test ends; jsdom lays nothing out. */
export function layOut(width: number) {
  return vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, 600))
}

interface WatchingProps {
  children: ReactNode
  course?: Course
  position?: () => number
  seek?: (seconds: number) => void
  /** What else the player does. */
  player?: Partial<PlayerControl>
}

const nothing = () => undefined

/** The watch page of a course without its video. */
export function Watching({
  children,
  course = aCourse(),
  position = () => 0,
  seek = nothing,
  player = {},
}: WatchingProps) {
  return (
    <WatchProvider course={course} playlist={undefined} progress={undefined} viewer={aUser()._id} records>
      <FakePlayer position={position} seek={seek} player={player} />
      {children}
    </WatchProvider>
  )
}

function FakePlayer({
  position,
  seek,
  player,
}: Required<Pick<WatchingProps, 'position' | 'seek' | 'player'>>) {
  useImperativeHandle(useWatch().player.control, () => ({
    play: nothing,
    pause: nothing,
    seek,
    playFrom: seek,
    position,
    isPlaying: () => false,
    ...player,
  }))
  return null
}
