import { type ReactNode, StrictMode } from 'react'
import { type Parts, PartsProvider } from '#web/core/parts.tsx'

interface AppProps {
  parts: Parts
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
