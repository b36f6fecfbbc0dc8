import { Fragment, type ReactNode } from 'react'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { mentionParts } from '#contract/comments/mention-parts.ts'
import type { Mention } from '#contract/comments/mentions.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import { TimeLinks } from '#web/ui/text/timed-text.tsx'
import styles from './comment-words.module.css'

export const profileOf = ({ _id }: { _id: string }) => `/profile/${_id}`

/** The words of the transcript that the comment is about, with their second. */
export function CommentQuote({ comment: { quote, at } }: { comment: Comment | Thread }) {
  const { player } = useWatch()
  if (quote === null) return null
  return (
    <blockquote className={styles.quote} dir="auto">
      “{quote}” {at !== null && <TimeLink at={at} onSeek={player.seek} />}
    </blockquote>
  )
}

/** The text of a comment: its times move the video, and the names of mentioned people lead to them. */
export function CommentWords({ comment: { text, mentions } }: { comment: Comment | Thread }) {
  const { course, player } = useWatch()
  const words = (part: string) => (
    <TimeLinks duration={course.durationSeconds ?? null} onSeek={player.seek}>
      {part}
    </TimeLinks>
  )
  return <RichText words={(part) => withMentions(part, mentions, words)}>{text}</RichText>
}

function withMentions(
  text: string,
  mentions: readonly Mention[],
  words: (text: string) => ReactNode,
): ReactNode[] {
  return mentionParts(text, mentions).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
    <Fragment key={index}>
      {typeof part === 'string' ? (
        words(part)
      ) : (
        <Link to={profileOf(part)} className={styles.mention}>
          @{part.username}
        </Link>
      )}
    </Fragment>
  ))
}
