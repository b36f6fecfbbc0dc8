import { Fragment } from 'react'
import { RichText } from './rich-text.tsx'
import { TimeLink } from './time-link.tsx'

interface TimeLinksProps {
  children: string
  /** Of the video; null while it is unknown. */
  duration: number | null
  onSeek: (seconds: number) => void
}

/** Text of a user about a video: its time codes are links that move the video. */
export function TimedText({ children, ...times }: TimeLinksProps) {
  return <RichText words={(text) => <TimeLinks {...times}>{text}</TimeLinks>}>{children}</RichText>
}

/** Words whose time codes are links. */
export function TimeLinks({ children: text, duration, onSeek }: TimeLinksProps) {
  const codes = timeCodesIn(text, duration)
  const ends = [0, ...codes.map((code) => code.index + code.text.length)]
  return (
    <>
      {codes.map((code, number) => (
        <Fragment key={code.index}>
          {text.slice(ends[number], code.index)}
          <TimeLink at={code.at} onSeek={onSeek}>
            {code.text}
          </TimeLink>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}

/** `3:12` or `1:02:09`, not a part of a longer number or word. */
const TIME_CODE = /(?<![\w:.])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\w:]|\.\d)/g
const MINUTE = 60
const HOUR = 3600

interface TimeCode {
  text: string
  index: number
  /** In seconds. */
  at: number
}

/** The positions in a video that a text mentions. While the duration is unknown, every time code counts. */
export function timeCodesIn(text: string, duration: number | null): TimeCode[] {
  return [...text.matchAll(TIME_CODE)]
    .map(({ 0: code, index, 1: hours = '0', 2: minutes, 3: seconds }) => ({
      text: code,
      index,
      at: Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds),
    }))
    .filter(({ at }) => duration === null || at <= duration)
}
