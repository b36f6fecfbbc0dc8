import { Outlet } from 'react-router'
import { PageHead } from '#web/ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Admin Dashboard" />
      <Outlet />
    </>
  )
}
