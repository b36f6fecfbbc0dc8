import { useEffect, useRef, useState } from 'react'
import { countOf, formatTime } from '#contract/format.ts'
import { CourseCorrections } from '#web/features/catalog/courses/course-corrections.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { FollowButton } from '#web/features/reactions/follow-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { LongText } from '#web/ui/text/long-text.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './watch-about.module.css'

/** The teacher, the description and the chapters. Folded, it shows three lines and a button for the rest. */
export function About({ folded = false }: { folded?: boolean }) {
  const { course } = useWatch()
  return (
    <section id="about" aria-label="About this video" className={classNames(folded && styles.box)}>
      <Teacher />
      {folded ? (
        <FoldedText key={course._id} />
      ) : (
        <>
          <div className={styles.description}>
            <LongText key={course._id}>{course.description}</LongText>
          </div>
          <Chapters />
        </>
      )}
      <CourseCorrections />
    </section>
  )
}

function Teacher() {
  const { course, viewer } = useWatch()
  const { teacher, createdAt, version } = course
  return (
    <div className={styles.by}>
      <Avatar user={teacher} size={40} />
      <div>
        <Link to={`/teacher-profile/${teacher._id}`} dir="auto">
          {teacher.username}
        </Link>
        <p>
          {teacher.role} ·{' '}
          <time className="num" dateTime={createdAt}>
            {createdAt.slice(0, 10)}
          </time>
          {version && (
            <>
              {' · '}
              <span>
                Version {version.number}, approved on{' '}
                <time dateTime={version.approvedAt}>{formatDate(version.approvedAt)}</time>
              </span>
            </>
          )}
        </p>
      </div>
      {viewer !== teacher._id && (
        <FollowButton kind="teacher" id={teacher._id} name={teacher.username} size="sm" />
      )}
    </div>
  )
}

function FoldedText() {
  const { course } = useWatch()
  const text = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isCut = useIsCut(text, isOpen)
  const { description, chapters = [] } = course
  const more = chapters.length > 0 ? `More, and ${countOf(chapters.length, 'chapter')}` : 'More'
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the focus, this only handles their event */}
      <div
        ref={text}
        className={classNames(styles.text, !isOpen && styles.cut)}
        onFocus={() => setOpen(true)}
      >
        <RichText>{description}</RichText>
      </div>
      {isOpen && <Chapters />}
      {(isCut || chapters.length > 0) && (
        <Button
          className={styles.more}
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : more}
        </Button>
      )}
    </>
  )
}

/** Whether the lines that are shown are not the whole text. An open text keeps the answer. */
function useIsCut(text: React.RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = text.current
    if (isOpen || element === null) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, isOpen])
  return isCut
}

function Chapters() {
  const { course, player } = useWatch()
  const { chapters = [] } = course
  if (chapters.length === 0) return null
  return (
    <section className={styles.chapters} aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <ol>
        {chapters.map(({ at, title }) => (
          <li key={at}>
            <TimeLink at={at} onSeek={player.seek}>
              <span>{formatTime(at)}</span> <span dir="auto">{title}</span>
            </TimeLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
