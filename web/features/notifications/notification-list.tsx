import { Fragment, useId, useState } from 'react'
import type { KindIcon } from '#contract/notifications/notification-kind.ts'
import { detailOf, iconOf, sentenceOf } from '#contract/notifications/notification-texts.ts'
import type { TextPart } from '#contract/notifications/notification-words.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './notification-list.module.css'
import { publishedText, rowsOf } from './rows.ts'

interface NotificationListProps {
  /** Page by page, so that a later page does not change the rows of an earlier one. */
  pages: readonly (readonly Notification[])[]
  /** Called when the user opens the link of an entry. */
  onFollow: (notification: Notification) => void
  /** The heading level of the days. */
  level: 2 | 3
}

/** The notifications by day. What one teacher published on a day is one row, which opens to its entries. */
export function NotificationList({ pages, onFollow, level }: NotificationListProps) {
  const id = useId()
  const Heading = `h${level}` as const
  const now = new Date()
  const days = Map.groupBy(pages.flatMap(rowsOf), ([newest]) => dayOf(newest?.createdAt ?? '', now))
  return DAYS.map((day) => {
    const rows = days.get(day)
    if (!rows) return null
    return (
      <Fragment key={day}>
        <Heading id={id + day} className={styles.day}>
          {day}
        </Heading>
        <ul aria-labelledby={id + day}>
          {rows.map((row) => (
            <li key={row[0]?._id}>
              <Row row={row} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </Fragment>
    )
  })
}

interface RowProps extends Pick<NotificationListProps, 'onFollow'> {
  row: Notification[]
}

function Row({ row, ...rest }: RowProps) {
  const [newest, ...others] = row
  if (!newest) return null
  return others.length === 0 ? (
    <Entry notification={newest} {...rest} />
  ) : (
    <Published row={row} newest={newest} {...rest} />
  )
}

/** What one teacher published on one day. */
function Published({ row, newest, onFollow }: RowProps & { newest: Notification }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isNew = row.some(({ readAt }) => readAt === null)
  return (
    <>
      <button
        type="button"
        className={classNames(styles.entry, isNew && styles.isNew)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Sign notification={newest} />
        <span>
          <Sentence parts={publishedText(row)} />
          <span className={styles.small}>
            <RelativeTime className="num" at={newest.createdAt} />
          </span>
        </span>
        <span className={styles.end}>
          {isNew && <NewDot />}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="sm" />
        </span>
      </button>
      {isOpen && (
        <ul id={id} className={styles.opened}>
          {row.map((each) => (
            <li key={each._id}>
              <Entry notification={each} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface EntryProps extends Pick<NotificationListProps, 'onFollow'> {
  notification: Notification
}

function Entry({ notification, onFollow }: EntryProps) {
  const { link, readAt } = notification
  const isNew = readAt === null
  const className = classNames(styles.entry, isNew && styles.isNew)
  const content = (
    <>
      <Sign notification={notification} />
      <span>
        <Sentence parts={sentenceOf(notification)} />
        <Small notification={notification} />
      </span>
      <span className={styles.end}>{isNew && <NewDot />}</span>
    </>
  )
  return link === null ? (
    <div className={className}>{content}</div>
  ) : (
    <Link to={link} className={className} onClick={() => onFollow(notification)}>
      {content}
    </Link>
  )
}

const NewDot = () => (
  <span className={styles.dot}>
    <span className="sr">New</span>
  </span>
)

function Sentence({ parts }: { parts: TextPart[] }) {
  return (
    <span className={styles.sentence}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <b key={index} dir="auto">
            {part.strong}
          </b>
        ),
      )}
    </span>
  )
}

function Small({ notification }: { notification: Notification }) {
  const { createdAt } = notification
  const detail = detailOf(notification)
  return (
    <span className={styles.small}>
      {detail !== undefined && (
        <>
          <span dir="auto">{detail}</span> ·{' '}
        </>
      )}
      <RelativeTime className="num" at={createdAt} />
    </span>
  )
}

/** The icon of each kind of notification. */
const KIND_ICONS: Record<KindIcon['name'], IconName> = {
  message: 'message',
  question: 'help',
  decision: 'message-report',
  approved: 'circle-check',
  'video-off': 'video-off',
  playlist: 'playlist-add',
  flag: 'flag-wave',
  clock: 'clock',
  alert: 'alert-triangle',
  shield: 'shield',
  group: 'users-group',
}

/** The avatar of the actor, or the icon of the kind. */
function Sign({ notification }: { notification: Notification }) {
  const { name, tone } = iconOf(notification)
  const icon = KIND_ICONS[name]
  const [actor] = notification.actors
  if (tone !== undefined || actor === undefined) {
    return (
      <span className={classNames(styles.square, styles[tone ?? 'pending'])}>
        <Icon name={icon} />
      </span>
    )
  }
  return (
    <span className={styles.actor}>
      <Avatar user={actor} size={40} />
      <span className={styles.kind}>
        <Icon name={icon} size="sm" />
      </span>
    </span>
  )
}

const DAYS = ['Today', 'Yesterday', 'Earlier'] as const
type Day = (typeof DAYS)[number]

/** The day of a time, in the zone of the browser. */
function dayOf(time: string, now: Date): Day {
  const date = new Date(time)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (date >= midnight) return 'Today'
  midnight.setDate(midnight.getDate() - 1)
  return date >= midnight ? 'Yesterday' : 'Earlier'
}
