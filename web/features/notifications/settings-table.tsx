import { Fragment, useId } from 'react'
import type { MailMode } from '#contract/account/auth-options.ts'
import { ASK_OPERATOR } from '#contract/mail/mail-messages.ts'
import { ALWAYS_ON, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { NotificationSetting, NotificationSettings } from '#contract/notifications/notifications.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Icon, IconPath } from '#web/ui/picture/icon.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { LOCK } from './kind-icons.ts'
import { useChangeSetting } from './notifications.queries.ts'
import styles from './settings-table.module.css'

const GROUPS: readonly { title: string; kinds: readonly (readonly [NotificationKind, string])[] }[] = [
  {
    title: 'Conversations',
    kinds: [
      ['reply', 'Reply to me'],
      ['answer', 'Answer to my question'],
    ],
  },
  {
    title: 'Your teaching',
    kinds: [
      ['comment', 'Comment on my course'],
      ['question', 'Question on my course'],
      ['decision', 'Decision on my work'],
      ['video_gone', 'A video of mine no longer plays'],
    ],
  },
  {
    title: 'What you follow',
    kinds: [
      ['video_followed', 'New video in a playlist I follow'],
      ['video_saved', 'New video in a playlist I saved'],
      ['playlist_new', 'New playlist of a teacher I follow'],
    ],
  },
  { title: 'You', kinds: [['report_decided', 'My report was decided']] },
  {
    title: 'Running the site',
    kinds: [
      ['review_waiting', 'Waiting for review'],
      ['report', 'New report'],
      ['broken', 'Something is broken'],
    ],
  },
]

const ALWAYS = ['Login from an unknown network', 'Password, passkey or address changed']
const MAIL = [
  { value: 'now', label: 'Now' },
  { value: 'daily', label: 'Daily' },
  { value: 'never', label: 'Never' },
] as const

/** The kinds of notification that the user can get, each with a switch for the app and a choice for mail if there is any. */
export function SettingsTable({
  settings: { settings, timeZone, dailyAt },
  mail,
}: {
  settings: NotificationSettings
  mail: MailMode
}) {
  const change = useChangeSetting()
  const byMail = mail !== 'none'
  const byKind = new Map(settings.map((setting) => [setting.kind, setting]))
  const groups = GROUPS.map(({ title, kinds }) => ({
    title,
    rows: kinds.flatMap(([kind, label]) => {
      const setting = byKind.get(kind)
      return setting && !ALWAYS_ON.includes(kind) ? [{ setting, label }] : []
    }),
  })).filter(({ rows }) => rows.length > 0)
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
                {rows.map(({ setting, label }) => (
                  <SettingRow key={setting.kind} {...{ setting, label, byMail }} onChange={change.mutate} />
                ))}
              </Fragment>
            ))}
            <GroupRow title="Security" byMail={byMail} />
            {ALWAYS.map((label) => (
              <AlwaysRow key={label} label={label} byMail={byMail} />
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
      <IconPath path={LOCK} size="sm" />
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
