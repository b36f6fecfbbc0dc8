import { Suspense, useState } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import type { MenuItem } from '#web/ui/overlay/menu.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { Reportable } from './report-dialog.tsx'

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

interface ReportMenuProps {
  subject: Reportable
  /** Further actions, after Report. */
  items?: readonly MenuItem[]
}

/** Three dots with Report and further actions, for logged-in users. Users cannot report their own content. */
export function ReportMenu({ subject, items = [] }: ReportMenuProps) {
  const viewer = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  if (viewer === null) return null
  const report: MenuItem = { label: 'Report', icon: <Icon name="flag" />, run: () => setOpen(true) }
  const all = viewer._id === subject.ownerId ? items : [report, ...items]
  if (all.length === 0) return null
  return (
    <>
      <MoreMenu name={subject.name} items={all} />
      {isOpen && (
        <Suspense>
          <ReportDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
