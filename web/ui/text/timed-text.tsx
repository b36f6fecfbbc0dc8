import { Fragment, type ReactNode } from 'react'
import { RichText } from './rich-text.tsx'
import { timeCodesIn } from './time-codes.ts'
import { TimeLink } from './time-link.tsx'

interface TimedTextProps {
  children: string
  /** Of the video; null while it is unknown. */
  duration: number | null
  onSeek: (seconds: number) => void
}

/** Text of a user about a video: its time codes are links that move the video. */
export function TimedText({ children, duration, onSeek }: TimedTextProps) {
  return <RichText words={(text) => withTimeLinks(text, { duration, onSeek })}>{children}</RichText>
}

function withTimeLinks(text: string, { duration, onSeek }: Omit<TimedTextProps, 'children'>): ReactNode {
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
