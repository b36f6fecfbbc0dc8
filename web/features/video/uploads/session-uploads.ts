import type { Session } from '#web/core/session-store.ts'
import { type UploadingSite, UploadList } from './upload-list.ts'

const lists = new Map<string, UploadList>()

/** The uploads of the current user in this tab. They wait while the session has expired, and end with a log-out. */
export function uploadListOf(site: UploadingSite): UploadList {
  const user = userOf(site.session)
  const known = lists.get(user)
  if (known) return known
  const list = new UploadList(site)
  lists.set(user, list)
  const unsubscribe = site.session.subscribe(() => {
    if (userOf(site.session) === user) list.startNext()
    else if (site.session.current() === null && site.session.hasExpired()) list.wait()
    else {
      unsubscribe()
      list.end()
      lists.delete(user)
    }
  })
  return list
}

const userOf = (session: Session) => session.current()?._id ?? ''
