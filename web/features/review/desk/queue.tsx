import { reviewedBy } from '#contract/review/review-messages.ts'
import { RestrictedChip } from '#web/features/catalog/visibility/visibility-chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ChipButton } from '#web/ui/layout/chip.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import type { DeskFilter, DeskRow } from './desk.queries.ts'
import styles from './queue.module.css'
import { itemAge, OLD_HOURS, roundText, versionText } from './words.ts'

interface QueueListProps {
  items: readonly DeskRow[]
  selected: string | undefined
  chosen: ReadonlySet<string>
  /** Only what waits can be chosen. */
  choosable: boolean
  /** The viewer, whose own claims are not worth a line. */
  adminId: string
  addressOf: (id: string) => string
  onChoose: (id: string, chosen: boolean) => void
  onOpen: (id: string) => void
}

/** The queue, oldest first. The whole row opens the item, the checkbox chooses it. */
export function QueueList({ items, selected, chosen, choosable, adminId, ...rest }: QueueListProps) {
  const { addressOf, onChoose, onOpen } = rest
  return (
    <ol className={styles.list}>
      {items.map((item) => (
        <li key={item._id} aria-current={item._id === selected || undefined}>
          {choosable && (
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.has(item._id)}
                aria-label={`Choose ${titleOf(item)}`}
                onChange={({ currentTarget }) => onChoose(item._id, currentTarget.checked)}
              />
            </label>
          )}
          <Link
            to={addressOf(item._id)}
            replace
            viewTransition={false}
            preventScrollReset
            className={styles.link}
            onClick={() => onOpen(item._id)}
          >
            <span className={styles.first}>
              <span className={styles.kind}>
                <Icon name={isOfPlaylist(item) ? 'stack' : 'video'} size="sm" />
                {'playlist' in item ? roundText(item) : versionText(item)}
              </span>
              <span className={classNames(styles.age, (item.ageHours ?? 0) >= OLD_HOURS && styles.old)}>
                {itemAge(item, Date.now())}
              </span>
            </span>
            <bdi className={styles.title}>{titleOf(item)}</bdi>
            <span className={styles.about}>
              <bdi>{item.teacher.username}</bdi>
              <CategoryLabel category={item.category} />
              <RestrictedChip visibility={playlistOf(item).visibility} />
              {item.claim && item.claim.admin._id !== adminId && (
                <span className={styles.claimed}>{reviewedBy(item.claim.admin.username)}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

const playlistOf = (row: DeskRow) => ('playlist' in row ? row.playlist : row.subject.playlist)

const titleOf = (row: DeskRow) => ('playlist' in row ? row.playlist.title : row.subject.title)

const isOfPlaylist = (row: DeskRow) =>
  'playlist' in row ? row.isPlaylistWaiting : row.subject.kind === 'playlist'

interface QueueFiltersProps {
  filter: DeskFilter
  categories: readonly string[]
  teachers: readonly { _id: string; username: string }[]
  onChange: (changes: Record<string, string>) => void
}

/** Narrows the queue. The filters are in the address. */
export function QueueFilters({ filter, categories, teachers, onChange }: QueueFiltersProps) {
  const { kind, mine, category = '', teacher = '' } = filter
  const isAll = kind === undefined && mine === undefined
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      <ChipButton pressed={isAll} onClick={() => onChange({ kind: '', mine: '' })}>
        All
      </ChipButton>
      <ChipButton pressed={kind === 'playlist'} onClick={() => onChange({ kind: 'playlist', mine: '' })}>
        Playlists
      </ChipButton>
      <ChipButton pressed={kind === 'course'} onClick={() => onChange({ kind: 'course', mine: '' })}>
        Videos
      </ChipButton>
      <ChipButton pressed={mine === 'true'} onClick={() => onChange({ kind: '', mine: 'true' })}>
        Mine
      </ChipButton>
      <span className={styles.selects}>
        <FilterSelect
          label="Category"
          value={category}
          options={categories.map((each) => ({ value: each, label: each }))}
          onChange={(value) => onChange({ category: value })}
        />
        <FilterSelect
          label="Teacher"
          value={teacher}
          options={teachers.map(({ _id, username }) => ({ value: _id, label: username }))}
          onChange={(value) => onChange({ teacher: value })}
        />
      </span>
    </fieldset>
  )
}

interface FilterSelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <span className={styles.select}>
      <select
        aria-label={label}
        value={value}
        data-set={value !== '' || undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="sm" />
    </span>
  )
}
