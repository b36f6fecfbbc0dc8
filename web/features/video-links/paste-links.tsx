import { type ReactNode, useId, useState } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { Title } from '#contract/text-fields.ts'
import { type LinkItem, ONLY_FIRST_LINKS } from '#contract/video-links/video-links.ts'
import { type DraftState, useDraft } from '#web/core/drafts/use-draft.ts'
import { SectionChoice } from '#web/features/catalog/courses/section-choice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ActionBar } from '#web/ui/form/action-bar.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import styles from './paste-links.module.css'
import { canBeAdded, PasteTable, rowsOf, type TableRow } from './paste-table.tsx'
import { useAddVideos, usePastedLinks } from './video-links.queries.ts'

interface PasteLinksProps {
  playlist: Pick<Playlist, '_id' | 'title'>
  category: string
  sections: readonly { _id: string; title: string }[]
  /** The section that is chosen at first; empty for none. */
  sectionId: string
  /** The address of Cancel. */
  cancel: string
  onAdded: (count: number) => void
}

/** Pasted links as a table of videos that are added together. */
export function PasteLinks(props: PasteLinksProps) {
  const { _id, title } = props.playlist
  const draft = useDraft('links', _id, {
    place: { title, address: `/teacher-dashboard/build/${_id}/add?tab=links` },
  })
  return <PastedLinks key={draft.version} {...props} draft={draft} />
}

function PastedLinks({
  playlist: { _id: playlistId },
  category,
  sections,
  cancel,
  onAdded,
  draft,
  ...rest
}: PasteLinksProps & { draft: DraftState }) {
  const [text, setText] = useState(draft.restored?.fields.links ?? '')
  const { titles, removed, change, clear } = useTableChanges(draft, text)
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map())
  const [sectionId, setSectionId] = useState(rest.sectionId)
  const links = usePastedLinks(playlistId, text)
  const add = useAddVideos(playlistId)
  const items = rowsOf(links.items).filter(({ id }) => !removed.has(id))
  const ready = items.filter(canBeAdded)
  const addButton = useId()

  function write(now: string): void {
    setText(now)
    if (now.trim() === '') draft.remove()
    else draft.write({ links: now })
    clear()
    setErrors(new Map())
  }
  const titleOf = ({ id, title, key = '' }: TableRow) => titles.get(id) ?? title ?? key
  function send(): void {
    const rejected = new Map(ready.flatMap((item) => titleError(item.id, titleOf(item))))
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
    if (drafts.length > 0) add.mutate(drafts, { onSaved: draft.remove, onSuccess: onAdded })
  }

  return (
    <>
      <div className={styles.paste} data-sent-by={addButton}>
        <Lines text={text} items={links.items} message={links.message} onChange={write}>
          <DraftLine draft={draft} />
        </Lines>
        <PasteTable
          items={items}
          category={category}
          pasted={text.split('\n')}
          errors={errors}
          titleOf={titleOf}
          isReading={links.isReading}
          onTitle={(id, title) => {
            change({ titles: new Map(titles).set(id, title) })
            setErrors(new Map([...errors].filter(([wrong]) => wrong !== id)))
          }}
          onRemove={(id) => change({ removed: new Set(removed).add(id) })}
        />
      </div>
      <ActionBar sticky>
        <p role="status">
          {items.length > 0 && (
            <>
              <b>
                {ready.length} of {countOf(items.length, 'link')}
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
          id={addButton}
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

type Titles = ReadonlyMap<number, string>
type Rows = ReadonlySet<number>

const NO_TITLES: Titles = new Map()
const NO_ROWS: Rows = new Set()

/** What the user has changed in the table of these lines, kept with them. */
function useTableChanges(draft: DraftState, links: string) {
  const { fields } = draft.restored ?? {}
  const [titles, setTitles] = useState(() => titlesIn(fields))
  const [removed, setRemoved] = useState(() => removedIn(fields))
  return {
    titles,
    removed,
    change(table: { titles?: Titles; removed?: Rows }): void {
      const next = { titles, removed, ...table }
      setTitles(next.titles)
      setRemoved(next.removed)
      draft.write({ links, ...fieldsOf(next) })
    },
    clear(): void {
      setTitles(NO_TITLES)
      setRemoved(NO_ROWS)
    },
  }
}

const fieldsOf = ({ titles, removed }: { titles: Titles; removed: Rows }): Record<string, string> => ({
  ...Object.fromEntries([...titles].map(([id, title]) => [`title ${id}`, title])),
  removed: [...removed].join(' '),
})

const titlesIn = (fields: Readonly<Record<string, string>> = {}): Titles =>
  new Map(
    Object.entries(fields).flatMap(([name, title]) => {
      const id = /^title (\d+)$/.exec(name)?.[1]
      return id === undefined ? [] : [[Number(id), title]]
    }),
  )

const removedIn = ({ removed = '' }: Readonly<Record<string, string>> = {}): Rows =>
  new Set(removed.split(' ').filter(Boolean).map(Number))

/** The row with the sentence about its title, if the title is rejected. */
function titleError(id: number, title: string): [number, string][] {
  const issue = Title.safeParse(title).error?.issues[0]
  return issue ? [[id, issue.message]] : []
}

interface LinesProps {
  text: string
  items: readonly LinkItem[]
  message: string | undefined
  onChange: (text: string) => void
  children: ReactNode
}

function Lines({ text, items, message, onChange, children }: LinesProps) {
  const id = useId()
  const count = Math.max(text.split('\n').length, 10)
  const wrong = new Set(items.filter((item) => !canBeAdded(item)).map(({ line }) => line))
  const isAnnounced = message !== undefined && (items.length === 0 || message === ONLY_FIRST_LINKS)
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
        {isAnnounced && message}
      </p>
      {children}
    </div>
  )
}
