import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import type { Note } from '#contract/learning/notes.ts'
import { useCall } from '#web/core/app-context.tsx'
import { downloadText, fileNameOf } from '#web/core/download-text.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'

/** The first part of every key here. */
export const NOTES = 'notes'
/** In place of a course, for the notes on all of them. */
const ALL = 'all'
const ONE_AFTER_THE_OTHER = { id: 'bookmarks and removed notes' }

type Page = CallReply<'notes.list'>
type Pages = InfiniteData<Page, string>

/** The user's notes on a course, latest position first, page by page. */
export const notesOf = (call: Call, viewer: string, courseId: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [NOTES, courseId, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('notes.list', { query: { courseId, cursor: pageParam || undefined }, signal }),
  })

/** All notes of the user, newest first, page by page. */
export const allNotesOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [NOTES, ALL, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('notes.list', { query: { limit: '50', cursor: pageParam || undefined }, signal }),
    // Notes are written on the watch page.
    staleTime: 0,
  })

/** `onSaved` runs even if the screen is unmounted by then. */
export function useAddNote(courseId: string, onSaved: () => void) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true, news: { kind: 'note', course: courseId } },
    mutationFn: (draft: { at: number; text: string }) =>
      call('notes.create', { body: { courseId, ...draft } }),
    onSuccess: ({ note }) => {
      onSaved()
      addNote(cache, note)
    },
  })
}

/** A bookmark at this second. They are set and removed one after the other. */
export function useSetBookmark(courseId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    scope: ONE_AFTER_THE_OTHER,
    mutationFn: (at: number) => call('notes.create', { body: { courseId, at, bookmark: true } }),
    onSuccess: ({ note }) => addNote(cache, note),
  })
}

/** Inserts a note in the loaded pages of its course, by position. */
function addNote(cache: QueryClient, note: Note): void {
  cache.setQueriesData<Pages>({ queryKey: [NOTES, note.course._id] }, (list) => {
    const [first] = list?.pages ?? []
    if (!(list && first)) return list
    const isBefore = (other: Note) => other.at <= note.at
    const found = list.pages.findIndex(({ notes }) => notes.some(isBefore))
    const index = found === -1 ? list.pages.length - 1 : found
    const pages = list.pages.map((page, position) =>
      position === index ? { ...page, notes: insertIn(page.notes, note, isBefore) } : page,
    )
    return { ...list, pages: withTotal(pages, 1) }
  })
}

function insertIn(notes: Note[], note: Note, isBefore: (other: Note) => boolean): Note[] {
  const found = notes.findIndex(isBefore)
  const index = found === -1 ? notes.length : found
  return [...notes.slice(0, index), note, ...notes.slice(index)]
}

const withTotal = (pages: Page[], step: number) =>
  pages.map((page) => ({ ...page, total: Math.max(0, page.total + step) }))

/** Shows the new text at once, and the previous text again if the server rejects it. */
export function useEditNote(note: Note, onSaved: () => void) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true, news: { kind: 'note', course: note.course._id } },
    mutationFn: (text: string) => call('notes.update', { params: { noteId: note._id }, body: { text } }),
    onMutate: (text) => changeNote(cache, { ...note, text, bookmark: false }),
    onError: () => changeNote(cache, note),
    onSuccess: ({ note: changed }) => {
      onSaved()
      changeNote(cache, changed)
    },
  })
}

function changeNote(cache: QueryClient, note: Note): void {
  changePages(cache, (notes) => notes.map((each) => (each._id === note._id ? note : each)))
}

/** Removes a note from every list at once, and restores it if the server rejects that. */
export function useRemoveNote() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    scope: ONE_AFTER_THE_OTHER,
    meta: { news: { kind: 'note' } },
    mutationFn: ({ _id: noteId }: Note) => call('notes.remove', { params: { noteId } }),
    onMutate: ({ _id: noteId }) => {
      const before = cache.getQueriesData<Pages>({ queryKey: [NOTES] })
      changePages(cache, (notes) => notes.filter(({ _id }) => _id !== noteId))
      return { before }
    },
    onError: (_error, _variables, result) => {
      for (const [key, pages] of result?.before ?? []) cache.setQueryData(key, pages)
    },
  })
}

function changePages(cache: QueryClient, change: (notes: Note[]) => Note[]): void {
  cache.setQueriesData<Pages>({ queryKey: [NOTES] }, (list) => {
    if (!list) return list
    const pages = list.pages.map((page) => ({ ...page, notes: change(page.notes) }))
    const count = (of: Page[]) => of.reduce((sum, { notes }) => sum + notes.length, 0)
    return { ...list, pages: withTotal(pages, count(pages) - count(list.pages)) }
  })
}

/** Downloads the user's notes in a playlist as a Markdown file. */
export function useExportNotes({ _id: playlistId, title }: { _id: string; title: string }) {
  const call = useCall()
  return useWrite({
    mutationFn: () => call('notes.export', { query: { playlistId } }),
    onSuccess: (markdown) => downloadText(markdown, `${fileNameOf(title)} notes.md`, 'text/markdown'),
  })
}
