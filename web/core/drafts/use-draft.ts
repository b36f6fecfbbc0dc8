import { useEffect, useState } from 'react'
import type { Base, Draft, DraftPlace } from './draft.ts'
import { flushDrafts, removeDrafts, writeDraft } from './drafts.ts'
import { useDraftsStatus, useSelectedDrafts } from './use-drafts.ts'

interface DraftOptions {
  /** The stored item, if the draft changes one. */
  base?: Base | undefined
  /** Names the draft in a list of drafts. */
  place?: DraftPlace | undefined
}

/** The draft of one place where the user types. */
export interface DraftState {
  /** The React `key` of what is typed into: it changes when that must begin anew. */
  version: number
  /** The draft that it began with. */
  restored: Draft | undefined
  /** What was typed since then. */
  typed: Draft | undefined
  /** A draft of another tab. */
  other: Draft | undefined
  isRefused: boolean
  /** The stored item that the user has seen. */
  base: Base | undefined
  write: (fields: Draft['fields'], more?: { pictures?: Draft['pictures']; base?: Base }) => void
  /** Deletes the draft, for example when it is saved. What is typed into stays as it is. */
  remove: () => void
  /** Deletes the draft and begins anew with the stored version. */
  discard: () => void
  /** Begins anew with the draft of the other tab. What was typed here stays as another draft. */
  showOther: () => void
  /** Begins anew with other texts, over another stored item. */
  rebase: (fields: Draft['fields'], base: Base) => void
}

/** What a line about the draft needs. */
export type ShownDraft = Pick<
  DraftState,
  'restored' | 'typed' | 'other' | 'isRefused' | 'discard' | 'showOther'
>

interface Opened {
  version: number
  tab: string
  /** Whether the stored drafts were known. */
  isRead: boolean
  restored: Draft | undefined
  base: Base | undefined
}

/**
 * Keeps what the user types in this browser until it is saved, discarded or the user logs out. `kind` and `subject` say where
 * it is typed; they stay the same while the component is mounted.
 */
export function useDraft(kind: string, subject: string, { base, place }: DraftOptions = {}): DraftState {
  const { user, isRead, isRefused } = useDraftsStatus()
  const own = useSelectedDrafts((drafts) =>
    drafts.filter((draft) => draft.kind === kind && draft.subject === subject),
  )
  const [opened, setOpened] = useState<Opened>(() => ({
    version: 0,
    tab: newTab(),
    isRead,
    restored: own[0],
    base,
  }))
  const { version, tab, restored } = opened
  const typed = own.find((draft) => draft.tab === tab)
  const open = (changes: Partial<Opened>) =>
    setOpened({ version: version + 1, tab: newTab(), isRead: true, restored: undefined, base, ...changes })

  if (isRead && !opened.isRead) {
    // What was typed before the stored drafts were known stays, and the newest of them is another draft.
    const found = typed ? undefined : own[0]
    setOpened({ ...opened, isRead, restored: found, version: found ? version + 1 : version })
  } else if (base?.updatedAt !== opened.base?.updatedAt && !(typed || restored)) open({})

  useEffect(() => flushDrafts, [])

  const seen = typed?.base ?? restored?.base ?? opened.base
  const write: DraftState['write'] = (fields, { pictures = {}, base: over = seen } = {}) =>
    writeDraft({ user, kind, subject, tab, base: over, place, fields, pictures, at: Date.now() }, restored)
  function remove(): void {
    removeDrafts([typed, restored].filter((draft) => draft !== undefined))
    setOpened((now) => (now.tab === tab ? { ...now, restored: undefined } : now))
  }
  return {
    version,
    restored,
    typed,
    other: own.find((draft) => draft !== typed && !isSameText(draft, restored)),
    isRefused,
    base: seen,
    write,
    remove,
    discard() {
      remove()
      open({})
    },
    showOther: () => open({ restored: own.find((draft) => draft !== typed && !isSameText(draft, restored)) }),
    rebase(fields, over) {
      const { pictures = {} } = typed ?? restored ?? {}
      const changed = {
        user,
        kind,
        subject,
        tab: newTab(),
        base: over,
        place,
        fields,
        pictures,
        at: Date.now(),
      }
      removeDrafts([typed, restored].filter((draft) => draft !== undefined))
      writeDraft(changed)
      open({ restored: changed })
    },
  }
}

const isSameText = (draft: Draft, other: Draft | undefined) =>
  draft.tab === other?.tab && draft.at === other.at

const PAGE = Math.random().toString(36).slice(2)
let openedForms = 0

/** Tells the open forms of all tabs apart. */
function newTab(): string {
  openedForms += 1
  return `${PAGE}${openedForms}`
}
