import { useId, useState } from 'react'
import { countOf, formatTime } from '#contract/format.ts'
import type { LinkItem } from '#contract/video-links/video-links.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge, type BadgeTone } from '#web/ui/feedback/badge.tsx'
import { ChipButton } from '#web/ui/layout/chip.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './paste-links.module.css'

/** How many lines the table shows at first. */
const ROWS = 14
const FILTERS = { all: 'All', ready: 'Ready', fix: 'To fix' } as const
type Filter = keyof typeof FILTERS

/** A row of the table. A line with several videos has several rows. */
export interface TableRow extends LinkItem {
  id: number
  /** `line 3`, or `line 3, video 2`. */
  name: string
}

/** The rows of these lines. */
export function rowsOf(items: readonly LinkItem[]): TableRow[] {
  return items.map((item, id) => {
    const number = items.slice(0, id + 1).filter(({ line }) => line === item.line).length
    return { ...item, id, name: `line ${item.line}${number === 1 ? '' : `, video ${number}`}` }
  })
}

/** The server decides again; a video without details can be added with its id as title. */
export function canBeAdded({ state }: LinkItem): boolean {
  return state === 'ok' || state === 'unknown'
}

interface TableProps {
  items: readonly TableRow[]
  category: string
  /** The lines as they were pasted. */
  pasted: readonly string[]
  /** By row: what is wrong with its title. */
  errors: ReadonlyMap<number, string>
  titleOf: (item: TableRow) => string
  isReading: boolean
  onTitle: (id: number, title: string) => void
  onRemove: (id: number) => void
}

/** The table of pasted links: what is known of each, with a title to edit. */
export function PasteTable({
  items,
  category,
  pasted,
  errors,
  titleOf,
  isReading,
  onTitle,
  onRemove,
}: TableProps) {
  const id = useId()
  const [filter, setFilter] = useState<Filter>('all')
  const [showsAll, setShowsAll] = useState(false)
  const lists = {
    all: items,
    ready: items.filter(canBeAdded),
    fix: items.filter((item) => !canBeAdded(item) || errors.has(item.id)),
  }
  const filtered = lists[filter]
  const shown = showsAll ? filtered : filtered.filter(({ id: row }, index) => index < ROWS || errors.has(row))
  const keys: Filter[] = ['all', 'ready', 'fix']
  if (items.length === 0) return <p className={styles.nothing}>{isReading ? 'Reading the links…' : ''}</p>
  return (
    <section className={styles.frame} aria-labelledby={id} aria-busy={isReading}>
      <div className={styles.head}>
        <h2 id={id}>{countOf(items.length, 'link')}</h2>
        <div className={styles.filters}>
          {keys.map((key) => (
            <ChipButton key={key} pressed={filter === key} onClick={() => setFilter(key)}>
              {FILTERS[key]} {lists[key].length}
            </ChipButton>
          ))}
        </div>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Picture</th>
            <th scope="col">Title</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="sr">Leave out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <Row
              key={item.id}
              item={item}
              category={category}
              error={errors.get(item.id)}
              title={canBeAdded(item) ? titleOf(item) : (pasted[item.line - 1]?.trim() ?? '')}
              onTitle={onTitle}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
      {shown.length < filtered.length && (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          Show the other {filtered.length - shown.length} links
        </button>
      )}
    </section>
  )
}

interface RowProps {
  item: TableRow
  category: string
  title: string
  error: string | undefined
  onTitle: TableProps['onTitle']
  onRemove: TableProps['onRemove']
}

function Row({ item, category, title, error, onTitle, onRemove }: RowProps) {
  const { id, line, name, thumbnail, message, state, startsAt, key = '' } = item
  const isLookingUp = state === 'unknown' && message === ''
  const isWrong = !canBeAdded(item)
  const [tone, word] = stateOf(item, isLookingUp)
  return (
    <tr className={classNames(isWrong && styles.wrong)}>
      <td className={styles.number}>{line}</td>
      <td>
        {isLookingUp ? (
          <span className={classNames(styles.picture, styles.waiting)} />
        ) : (
          <Thumb radius="xs" className={classNames(styles.picture, isWrong && styles.noPicture)}>
            {!isWrong && <Picture image={thumbnail} sizes="80px" fallback={{ category, seed: key }} />}
          </Thumb>
        )}
      </td>
      <td className={styles.words}>
        {isWrong ? (
          <code>{title}</code>
        ) : (
          <TitleInput name={name} title={title} error={error} onTitle={(now) => onTitle(id, now)} />
        )}
        {!isWrong && startsAt !== undefined && (
          <span className={styles.message}>Starts at {formatTime(startsAt)}</span>
        )}
        {message !== '' && <span className={styles.message}>{message}</span>}
      </td>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td>
        <IconButton icon="close" label={`Leave out ${name}`} size="sm" onClick={() => onRemove(id)} />
      </td>
    </tr>
  )
}

interface TitleInputProps {
  name: string
  title: string
  error: string | undefined
  onTitle: (title: string) => void
}

function TitleInput({ name, title, error, onTitle }: TitleInputProps) {
  const id = useId()
  return (
    <>
      <input
        aria-label={`Title of ${name}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        dir="auto"
        value={title}
        onChange={({ currentTarget }) => onTitle(currentTarget.value)}
      />
      {error !== undefined && (
        <span id={id} role="alert" className={classNames(styles.message, styles.rejected)}>
          {error}
        </span>
      )}
    </>
  )
}

function stateOf({ state, message, key }: LinkItem, isLookingUp: boolean): [BadgeTone, string] {
  if (isLookingUp) return ['processing', 'Looking up']
  if (state === 'ok') return ['approved', 'Ready']
  if (state === 'unknown') return ['pending', 'No details']
  if (state === 'refused') return ['cancel', 'Not allowed']
  if (state === 'duplicate') return ['cancel', 'Already there']
  return ['cancel', key === undefined && message.startsWith('Line') ? 'No video link' : 'Playlist link']
}
