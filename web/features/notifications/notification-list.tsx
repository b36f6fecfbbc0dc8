import { Fragment, useId } from 'react'
import type { KindIcon } from '#contract/notifications/notification-kind.ts'
import { detailOf, iconOf, sentenceOf } from '#contract/notifications/notification-texts.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './notification-list.module.css'

interface NotificationListProps {
  notifications: Notification[]
  /** Called when the user opens the link of an entry. */
  onFollow: (notification: Notification) => void
  /** The heading level of the days. */
  level: 2 | 3
}

/** The notifications, grouped by day. */
export function NotificationList({ notifications, onFollow, level }: NotificationListProps) {
  const id = useId()
  const Heading = `h${level}` as const
  const now = new Date()
  const days = Map.groupBy(notifications, ({ createdAt }) => dayOf(createdAt, now))
  return DAYS.map((day) => {
    const entries = days.get(day)
    if (!entries) return null
    return (
      <Fragment key={day}>
        <Heading id={id + day} className={styles.day}>
          {day}
        </Heading>
        <ul aria-labelledby={id + day}>
          {entries.map((each) => (
            <li key={each._id}>
              <Entry notification={each} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </Fragment>
    )
  })
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
        <span className={styles.sentence}>
          {sentenceOf(notification).map((part, index) =>
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
        <Small notification={notification} />
      </span>
      <span className={styles.new}>{isNew && 'New'}</span>
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
