import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Thread } from '#contract/comments/comments.ts'

/** The number of pages to load in search of the comment. */
const PAGES_MAX = 20

interface List {
  data: { pages: { threads: Thread[] }[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

export const commentElementId = (id: string) => `comment-${id}`

/**
 * Finds the comment that the address names (`?comment=…`, in the link of a notification). Loads further pages until the
 * list has it, then scrolls to it and focuses it once. Returns its id while it is in the list.
 */
export function useNamedComment(list: List): string | undefined {
  const [search] = useSearchParams()
  const id = search.get('comment')
  const pages = list.data?.pages ?? []
  const isThere = id !== null && pages.some(({ threads }) => threads.some((thread) => holds(thread, id)))
  const canRead = list.hasNextPage && !list.isFetching && !list.isError && pages.length < PAGES_MAX
  const readsOn = id !== null && !isThere && canRead
  const { fetchNextPage } = list
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  useEffect(() => {
    if (!isThere || id === null) return
    const element = document.getElementById(commentElementId(id))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [isThere, id])
  return isThere && id !== null ? id : undefined
}

function holds({ _id, replies }: Thread, id: string): boolean {
  return _id === id || replies.some((reply) => reply._id === id)
}
