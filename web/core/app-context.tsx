import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { type LoaderFunctionArgs, RouterContextProvider, createContext as routerContext } from 'react-router'
import type { Call } from '#contract/api.ts'
import type { Session } from './session-store.ts'

export interface Site {
  name: string
  /** Scheme and host without a final slash; what canonical addresses begin with. */
  origin: string
}

/** What one tab, or one render on the server, works with. */
export interface AppContext {
  call: Call
  cache: QueryClient
  site: Site
  session: Session
}

const PartsContext = createContext<AppContext | null>(null)
const appContext = routerContext<AppContext>()

export function PartsProvider({ parts, children }: { parts: AppContext; children: ReactNode }) {
  return (
    <PartsContext value={parts}>
      <QueryClientProvider client={parts.cache}>{children}</QueryClientProvider>
    </PartsContext>
  )
}

/** The parts for components. */
export function useAppContext(): AppContext {
  const parts = use(PartsContext)
  if (parts === null) throw new Error('AppContext are used outside of PartsProvider.')
  return parts
}

export const useCall = (): Call => useAppContext().call
export const useSite = (): Site => useAppContext().site

/** The same parts for loaders, as React Router carries them. */
export const routerContextOf = (parts: AppContext) =>
  new RouterContextProvider(new Map([[appContext, parts]]))
export const partsOf = (context: LoaderFunctionArgs['context']): AppContext => context.get(appContext)
