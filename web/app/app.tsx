import { type ReactNode, StrictMode } from 'react'
import { type AppContext, PartsProvider } from '#web/core/app-context.tsx'

interface AppProps {
  parts: AppContext
  /** The router: one kind on the server, another in the browser. */
  children: ReactNode
}

/** What surrounds every screen on both sides. */
export function App({ parts, children }: AppProps) {
  return (
    <StrictMode>
      <PartsProvider parts={parts}>{children}</PartsProvider>
    </StrictMode>
  )
}
