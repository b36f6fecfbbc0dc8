import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import {
  createContext as createRouterContext,
  type LoaderFunctionArgs,
  RouterContextProvider,
} from 'react-router'
import type { Call } from '#contract/api.ts'
import type { Figures } from '#contract/insight/figures.ts'
import type { LegalKind } from '#contract/settings/legal-kinds.ts'
import type { ContactDetails, ShownLogo } from '#contract/settings/site.ts'
import type { Session } from './session-store.ts'

export interface Site {
  name: string
  /** Scheme and host without a final slash. Canonical addresses begin with it. */
  origin: string
  /** Whether pages show fixed figures or those that are counted. */
  figures: Figures
  /** Set where visitors see only the screens of sign-in. */
  isForMembers?: true
  /** Whether the first admin is still to be made. */
  lacksAdmin?: boolean
  /** The rest is there where an admin has changed it. */
  logo?: ShownLogo
  welcome?: string
  contact?: ContactDetails
  /** The legal pages that are published. */
  legal?: LegalKind[]
}

/** The services of one tab, or of one render on the server. */
export interface AppContext {
  call: Call
  cache: QueryClient
  site: Site
  session: Session
}

const ReactContext = createContext<AppContext | null>(null)
const appContext = createRouterContext<AppContext>()

export function AppContextProvider({ context, children }: { context: AppContext; children: ReactNode }) {
  return (
    <ReactContext value={context}>
      <QueryClientProvider client={context.cache}>{children}</QueryClientProvider>
    </ReactContext>
  )
}

/** The app context for components. */
export function useAppContext(): AppContext {
  const context = use(ReactContext)
  if (context === null) throw new Error('useAppContext is called outside AppContextProvider.')
  return context
}

export const useCall = (): Call => useAppContext().call
export const useSite = (): Site => useAppContext().site

/** The same context for loaders. React Router passes it on. */
export const routerContextOf = (context: AppContext) =>
  new RouterContextProvider(new Map([[appContext, context]]))
export const appContextOf = (routerContext: LoaderFunctionArgs['context']): AppContext =>
  routerContext.get(appContext)
