import { Fragment, useId } from 'react'
import type { MailMode } from '#contract/account/auth-options.ts'
import { ASK_OPERATOR } from '#contract/mail/mail-messages.ts'
import {
  KINDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#contract/notifications/notification-kinds.ts'
import type { NotificationSetting, NotificationSettings } from '#contract/notifications/notifications.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { useChangeSetting } from './notifications.queries.ts'
import styles from './settings-table.module.css'

const GROUPS = Map.groupBy(NOTIFICATION_KINDS, (kind) => KINDS[kind].setting.group)
const TEACHING = 'Your teaching'
const MAIL = [
  { value: 'now', label: 'Now' },
  { value: 'daily', label: 'Daily' },
  { value: 'never', label: 'Never' },
] as const

/** The kinds of notification that the user can get, each with a switch for the app and a choice for mail if there is any. */
export function SettingsTable({
  settings: { settings, timeZone, dailyAt },
  mail,
  isTeaching,
}: {
  settings: NotificationSettings
  mail: MailMode
  /** The user is a teacher or has a playlist. */
  isTeaching: boolean
}) {
  const change = useChangeSetting()
  const byMail = mail !== 'none'
  const byKind = new Map(settings.map((setting) => [setting.kind, setting]))
  const rowsOf = (kind: NotificationKind) => {
    const { labels, always } = KINDS[kind].setting
    if (always) return labels.map((label) => <AlwaysRow key={label} {...{ label, byMail }} />)
    const setting = byKind.get(kind)
    if (!setting) return []
    return labels.map((label) => (
      <SettingRow key={label} {...{ setting, label, byMail }} onChange={change.mutate} />
    ))
  }
  const groups = [...GROUPS]
    .filter(([title]) => isTeaching || title !== TEACHING)
    .map(([title, kinds]) => ({ title, rows: kinds.flatMap(rowsOf) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <>
      <p className={styles.daily}>
        <Icon name="mail" />
        <span>
          {mail === 'none' && 'This site does not send mail, so it tells you in the app only.'}
          {mail === 'outbox' && ASK_OPERATOR}
          {mail === 'smtp' && (
            <>
              <b>Daily</b> mails arrive at {dailyAt}, {timeZone}, and only if there is something to tell. At
              most 20 immediate mails a day; the rest joins the daily one.
            </>
          )}
        </span>
      </p>
      <TableFrame title="What you hear about" action={<Saved {...change} />}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">In the app</th>
              {byMail && <th scope="col">By mail</th>}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ title, rows }) => (
              <Fragment key={title}>
                <GroupRow title={title} byMail={byMail} />
                {rows}
              </Fragment>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  )
}

function Saved({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }) {
  return (
    <span className={styles.saved} role="status">
      {isPending && 'Saving…'}
      {isSuccess && 'Saved'}
    </span>
  )
}

function GroupRow({ title, byMail }: { title: string; byMail: boolean }) {
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={byMail ? 3 : 2}>
        {title}
      </th>
    </tr>
  )
}

interface SettingRowProps {
  setting: NotificationSetting
  label: string
  byMail: boolean
  onChange: (setting: NotificationSetting) => void
}

function SettingRow({ setting, label, byMail, onChange }: SettingRowProps) {
  const id = useId()
  const { app, mail } = setting
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Switch checked={app} onChange={(checked) => onChange({ ...setting, app: checked })}>
          <span className="sr">{label}: in the app</span>
        </Switch>
      </td>
      {byMail && (
        <td>
          <Segmented
            name={id}
            legend={`${label}: by mail`}
            hideLegend
            options={MAIL}
            value={mail}
            onChange={(value) => onChange({ ...setting, mail: value })}
          />
        </td>
      )}
    </tr>
  )
}

function AlwaysRow({ label, byMail }: { label: string; byMail: boolean }) {
  const always = (
    <span className={styles.always}>
      <Icon name="lock" size="sm" />
      Always
    </span>
  )
  return (
    <tr className={styles.fixed}>
      <th scope="row">{label}</th>
      <td>{always}</td>
      {byMail && <td>{always}</td>}
    </tr>
  )
}
