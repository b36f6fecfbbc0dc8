import { Outlet } from 'react-router'

export function Layout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
