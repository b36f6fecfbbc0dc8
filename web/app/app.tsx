import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, StrictMode } from 'react'
import { type Parts, PartsProvider } from '#web/core/parts.tsx'

interface AppProps {
  parts: Parts
  /** The router: one kind on the server, another in the browser. */
  children: ReactNode
}

/** What surrounds every screen on both sides. Base UI must not add style elements: the content policy refuses them. */
export function App({ parts, children }: AppProps) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <PartsProvider parts={parts}>{children}</PartsProvider>
      </CSPProvider>
    </StrictMode>
  )
}
