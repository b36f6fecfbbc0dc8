/**
 * The drafts of the current user: in memory for the screens, and in the IndexedDB of this browser. The code of the database is
 * loaded with the first screen that keeps drafts.
 */
import { retryDownload } from '#web/core/retry-download.ts'
import { type Draft, isSameDraft } from './draft.ts'

type DraftDatabase = typeof import('./draft-database.ts')

interface DraftsStatus {
  user: string | undefined
  /** Whether the stored drafts are known. */
  isRead: boolean
  /** The browser refuses storage: drafts last as long as the page. */
  isRefused: boolean
}

export const NO_DRAFTS_YET: DraftsStatus = { user: undefined, isRead: false, isRefused: false }

/** How long a key waits to be stored together with the next ones. */
const WRITE_MS = 250

interface Write {
  draft: Draft
  continued: Draft | undefined
}

let status = NO_DRAFTS_YET
/** Newest first. */
let drafts: readonly Draft[] = []
/** What the database does not have yet. */
let unsaved: readonly Write[] = []
/** What the database may still have. */
let removed: readonly Draft[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let loaded: DraftDatabase | undefined
let queue: Promise<void> = Promise.resolve()
/** How many steps the queue has. */
let steps = 0
const listeners = new Set<() => void>()

export const draftsStatus = (): DraftsStatus => status

/** The drafts of the current user, newest first. */
export const currentDrafts = (): readonly Draft[] => drafts

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function update(changes: { status?: DraftsStatus; drafts?: readonly Draft[] }): void {
  status = changes.status ?? status
  drafts = changes.drafts ?? drafts
  for (const listener of listeners) listener()
}

/** Makes the drafts of this user the current ones. */
export function openDrafts(user: string): void {
  if (status.user === user) return
  if (status.user === undefined) followPage()
  flushDrafts()
  removed = []
  update({ status: { ...NO_DRAFTS_YET, user }, drafts: [] })
  void readAgain()
}

/** Another tab may have changed them. */
function readAgain(): Promise<void> {
  const { user } = status
  return inTurn(async (database) => {
    if (user === undefined) return
    const stored = await database.readDrafts(user)
    if (status.user !== user) return
    const own = unsaved.map(({ draft }) => draft).filter((draft) => draft.user === user)
    const kept = stored.filter((draft) => !isOutdated(draft))
    update({
      status: { ...status, isRead: true },
      drafts: [...kept, ...own].toSorted((one, other) => other.at - one.at),
    })
  })
}

/** Whether this page has removed or replaced a stored draft. What another tab has written since then stays. */
function isOutdated(stored: Draft): boolean {
  const isFormer = (draft: Draft | undefined) =>
    draft !== undefined && isSameDraft(draft, stored) && draft.at >= stored.at
  return (
    removed.some(isFormer) || unsaved.some(({ draft, continued }) => isFormer(draft) || isFormer(continued))
  )
}

/** Stores a draft in place of the one that it continues: soon, or when the user leaves the field or the page. */
export function writeDraft(draft: Draft, continued?: Draft): void {
  unsaved = [...unsaved.filter((write) => !isSameDraft(write.draft, draft)), { draft, continued }]
  const isKept = (each: Draft) => !isSameDraft(each, draft) && each !== continued
  update({ drafts: [draft, ...drafts.filter(isKept)] })
  timer ??= setTimeout(flushDrafts, WRITE_MS)
}

/** Deletes drafts that were saved or discarded. What was typed since then stays. */
export function removeDrafts(gone: readonly Draft[]): void {
  if (gone.length === 0) return
  const isGone = (draft: Draft) => gone.some((each) => isSameDraft(each, draft) && each.at >= draft.at)
  removed = [...removed, ...gone]
  void remove(isGone)
}

/** Deletes the drafts of some users, so that the next user of this browser does not find them. */
export const removeDraftsOf = (isTheirs: (user: string) => boolean): Promise<void> =>
  remove(({ user }) => isTheirs(user))

function remove(isGone: (draft: Draft) => boolean): Promise<void> {
  unsaved = unsaved.filter(({ draft }) => !isGone(draft))
  update({ drafts: drafts.filter((draft) => !isGone(draft)) })
  return inTurn((database) => database.deleteDrafts(isGone))
}

/** Stores at once what waits. */
export function flushDrafts(): void {
  clearTimeout(timer)
  timer = undefined
  const waiting = unsaved
  if (waiting.length > 0)
    void inTurn(async (database) => {
      await Promise.all(waiting.map((write) => store(database, write)))
    })
}

async function store(database: DraftDatabase, write: Write): Promise<void> {
  if (!unsaved.includes(write)) return
  await database.storeDraft(write.draft, write.continued)
  unsaved = unsaved.filter((each) => each !== write)
}

/**
 * Runs the steps in the database one after the other, the first at once, because the page may be on its way out. After one that fails,
 * the browser counts as one that refuses storage.
 */
function inTurn(step: (database: DraftDatabase) => Promise<void>): Promise<void> {
  const run = async () => {
    try {
      loaded ??= await retryDownload(() => import('./draft-database.ts'))
      if (!status.isRefused) await step(loaded)
    } catch {
      update({ status: { ...status, isRead: true, isRefused: true } })
    }
    steps -= 1
  }
  steps += 1
  queue = steps === 1 ? run() : queue.then(run)
  return queue
}

/** Stores what was typed when the user leaves a field, hides the page or leaves it; reads it again when they are back. */
function followPage(): void {
  addEventListener('focusout', flushDrafts)
  addEventListener('pagehide', flushDrafts)
  addEventListener('focus', () => void readAgain())
  document.addEventListener('visibilitychange', () => (document.hidden ? flushDrafts() : void readAgain()))
}
