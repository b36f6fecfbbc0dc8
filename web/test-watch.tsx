import { type ReactNode, useImperativeHandle } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { useWatch, WatchProvider } from '#web/features/catalog/courses/watch-context.tsx'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import { aCourse } from '#web/test-content.ts'
import { aUser } from '#web/test-context.tsx'

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
