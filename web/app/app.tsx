import { type ReactNode, StrictMode } from 'react'
import { type AppContext, AppContextProvider } from '#web/core/app-context.tsx'

interface AppProps {
  context: AppContext
  /** The router: one kind on the server, another in the browser. */
  children: ReactNode
}

/** The providers around every screen, on the server and in the browser. */
export function App({ context, children }: AppProps) {
  return (
    <StrictMode>
      <AppContextProvider context={context}>{children}</AppContextProvider>
    </StrictMode>
  )
}
