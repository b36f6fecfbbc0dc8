import { formatAge, formatDate } from '#web/ui/text/format.ts'

/** `3 days ago`, or a date, by the clock of the reader. */
export function ReadersTime({ at, as }: { at: string; as: 'age' | 'date' }) {
  return (
    <time className="num" dateTime={at} title={new Date(at).toLocaleString('en-GB')}>
      {as === 'age' ? `${formatAge(Date.now() - Date.parse(at))} ago` : formatDate(at)}
    </time>
  )
}
