import { useId, useState } from 'react'
import { Title } from '#contract/text-fields.ts'
import { type LinkItem, ONLY_FIRST_LINKS } from '#contract/video-links.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ChipButton } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Thumb } from '#web/ui/thumb.tsx'
import styles from './paste-links.module.css'
import { SectionChoice } from './section-choice.tsx'
import { useAddVideos, usePastedLinks } from './video-links.queries.ts'

interface PasteLinksProps {
  playlistId: string
  category: string
  sections: readonly { _id: string; title: string }[]
  /** The section that is chosen at first; empty for none. */
  sectionId: string
  /** The address of Cancel. */
  cancel: string
  onAdded: (count: number) => void
}

/** How many lines the table shows at first. */
const ROWS = 14
const FILTERS = { all: 'All', ready: 'Ready', fix: 'To fix' } as const
type Filter = keyof typeof FILTERS

/** Pasted links as a table of videos that are added together. */
export function PasteLinks({ playlistId, category, sections, cancel, onAdded, ...rest }: PasteLinksProps) {
  const [text, setText] = useState('')
  const [titles, setTitles] = useState<ReadonlyMap<number, string>>(new Map())
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map())
  const [sectionId, setSectionId] = useState(rest.sectionId)
  const links = usePastedLinks(playlistId, text)
  const add = useAddVideos(playlistId)
  const items = links.items.filter(({ line }) => !removed.has(line))
  const ready = items.filter(canBeAdded)

  function write(now: string): void {
    setText(now)
    setTitles(new Map())
    setRemoved(new Set())
    setErrors(new Map())
  }
  const titleOf = ({ line, title, key = '' }: LinkItem) => titles.get(line) ?? title ?? key
  function send(): void {
    const rejected = new Map(ready.flatMap((item) => titleError(item.line, titleOf(item))))
    setErrors(rejected)
    if (rejected.size > 0) return
    const drafts = ready.flatMap((item) => {
      const { source, key, hash, startsAt, thumbnail } = item
      return source === undefined || key === undefined
        ? []
        : [
            {
              source,
              key,
              title: titleOf(item),
              ...(hash !== undefined && { hash }),
              ...(startsAt !== undefined && { startsAt }),
              ...(thumbnail && { image: true }),
              ...(sectionId !== '' && { sectionId }),
            },
          ]
    })
    if (drafts.length > 0) add.mutate(drafts, { onSuccess: onAdded })
  }

  return (
    <>
      <div className={styles.paste}>
        <Lines text={text} items={links.items} message={links.message} onChange={write} />
        <Table
          items={items}
          category={category}
          pasted={text.split('\n')}
          errors={errors}
          titleOf={titleOf}
          isReading={links.isReading}
          onTitle={(line, title) => {
            setTitles(new Map(titles).set(line, title))
            setErrors(new Map([...errors].filter(([wrong]) => wrong !== line)))
          }}
          onRemove={(line) => setRemoved(new Set(removed).add(line))}
        />
      </div>
      <ActionBar sticky>
        <p role="status">
          {items.length > 0 && (
            <>
              <b>
                {ready.length} of {items.length} {items.length === 1 ? 'line' : 'lines'}
              </b>{' '}
              can be added.
              {ready.length < items.length && ` ${items.length - ready.length} will be left out.`}
            </>
          )}
        </p>
        <SectionChoice sections={sections} sectionId={sectionId} onChange={setSectionId} />
        <LinkButton variant="ghost" to={cancel}>
          Cancel
        </LinkButton>
        <Button
          variant="primary"
          busy={add.isPending && 'Adding...'}
          aria-disabled={ready.length === 0 || undefined}
          onClick={send}
        >
          {ready.length === 1 ? 'Add 1 video' : `Add ${ready.length} videos`}
        </Button>
      </ActionBar>
    </>
  )
}

/** The line with the sentence about its title, if the title is rejected. */
function titleError(line: number, title: string): [number, string][] {
  const issue = Title.safeParse(title).error?.issues[0]
  return issue ? [[line, issue.message]] : []
}

/** The server decides again; a video without details can be added with its id as title. */
function canBeAdded({ state }: LinkItem): boolean {
  return state === 'ok' || state === 'unknown'
}

interface LinesProps {
  text: string
  items: readonly LinkItem[]
  message: string | undefined
  onChange: (text: string) => void
}

function Lines({ text, items, message, onChange }: LinesProps) {
  const id = useId()
  const count = Math.max(text.split('\n').length, 10)
  const wrong = new Set(items.filter((item) => !canBeAdded(item)).map(({ line }) => line))
  const isNews = message !== undefined && (items.length === 0 || message === ONLY_FIRST_LINKS)
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        Paste one YouTube or Vimeo link per line.
      </label>
      <div className={styles.lines}>
        <ol aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <li key={index} className={classNames(wrong.has(index + 1) && styles.wrong)}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          aria-describedby={`${id}-help`}
          rows={count}
          spellCheck={false}
          autoCapitalize="none"
          wrap="off"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <p id={`${id}-help`} className={styles.help}>
        Up to 200 lines. Titles and pictures are looked up for you; a video without a description takes its
        title.
      </p>
      <p role="alert" className={styles.message}>
        {isNews && message}
      </p>
    </div>
  )
}

interface TableProps {
  items: readonly LinkItem[]
  category: string
  /** The lines as they were pasted. */
  pasted: readonly string[]
  /** By line: what is wrong with its title. */
  errors: ReadonlyMap<number, string>
  titleOf: (item: LinkItem) => string
  isReading: boolean
  onTitle: (line: number, title: string) => void
  onRemove: (line: number) => void
}

function Table({ items, category, pasted, errors, titleOf, isReading, onTitle, onRemove }: TableProps) {
  const id = useId()
  const [filter, setFilter] = useState<Filter>('all')
  const [showsAll, setShowsAll] = useState(false)
  const lists = {
    all: items,
    ready: items.filter(canBeAdded),
    fix: items.filter((item) => !canBeAdded(item) || errors.has(item.line)),
  }
  const filtered = lists[filter]
  const shown = showsAll ? filtered : filtered.filter(({ line }, index) => index < ROWS || errors.has(line))
  const keys: Filter[] = ['all', 'ready', 'fix']
  if (items.length === 0) return <p className={styles.nothing}>{isReading ? 'Reading the links…' : ''}</p>
  return (
    <section className={styles.frame} aria-labelledby={id} aria-busy={isReading}>
      <div className={styles.head}>
        <h2 id={id}>
          {items.length} {items.length === 1 ? 'line' : 'lines'}
        </h2>
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
              key={item.line}
              item={item}
              category={category}
              error={errors.get(item.line)}
              title={canBeAdded(item) ? titleOf(item) : (pasted[item.line - 1]?.trim() ?? '')}
              onTitle={onTitle}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
      {shown.length < filtered.length && (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          Show the other {filtered.length - shown.length} lines
        </button>
      )}
    </section>
  )
}

interface RowProps {
  item: LinkItem
  category: string
  title: string
  error: string | undefined
  onTitle: TableProps['onTitle']
  onRemove: TableProps['onRemove']
}

function Row({ item, category, title, error, onTitle, onRemove }: RowProps) {
  const { line, thumbnail, message, state, startsAt, key = '' } = item
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
        {isWrong ? <code>{title}</code> : <TitleInput {...{ line, title, error, onTitle }} />}
        {!isWrong && startsAt !== undefined && (
          <span className={styles.message}>Starts at {formatTime(startsAt)}</span>
        )}
        {message !== '' && <span className={styles.message}>{message}</span>}
      </td>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td>
        <IconButton icon="close" label={`Leave out line ${line}`} size="sm" onClick={() => onRemove(line)} />
      </td>
    </tr>
  )
}

function TitleInput({
  line,
  title,
  error,
  onTitle,
}: Pick<RowProps, 'title' | 'error' | 'onTitle'> & { line: number }) {
  const id = useId()
  return (
    <>
      <input
        aria-label={`Title of line ${line}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        dir="auto"
        value={title}
        onChange={({ currentTarget }) => onTitle(line, currentTarget.value)}
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
