import { useSearchParams } from 'react-router'

/** The name that the key of a playlist's link has in an address. */
export const LINK_KEY = 'key'

/** The address of the watch page of a course. */
export const watchAddress = (playlistId: string, courseId: string) => `/watch-video/${playlistId}/${courseId}`

/** The same on the page of a playlist: a visitor who came by its link takes the key along to the login and beyond. */
export function useWatchAddress(playlistId: string, courseId: string): string {
  const [search] = useSearchParams()
  const key = search.get(LINK_KEY)
  const address = watchAddress(playlistId, courseId)
  return key === null ? address : `${address}?${new URLSearchParams({ [LINK_KEY]: key })}`
}
