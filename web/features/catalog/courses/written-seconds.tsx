import { createContext, type ReactNode, use, useMemo, useState } from 'react'

type Composer = 'note' | 'comment'

interface WrittenSeconds {
  seconds: readonly number[]
  /** The text in this composer is about this second, or about none any more. */
  show: (composer: Composer, at: number | undefined) => void
}

const WrittenSecondsContext = createContext<WrittenSeconds>({ seconds: [], show: () => undefined })

/** The seconds that the user is writing about. Apart from the rest of the page, which they do not concern. */
export const useWrittenSeconds = (): WrittenSeconds => use(WrittenSecondsContext)

export function WrittenSecondsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Readonly<Partial<Record<Composer, number | undefined>>>>({})
  const value = useMemo(
    () => ({
      seconds: Object.values(shown).filter((at) => at !== undefined),
      show: (composer: Composer, at: number | undefined) =>
        setShown((now) => (now[composer] === at ? now : { ...now, [composer]: at })),
    }),
    [shown],
  )
  return <WrittenSecondsContext value={value}>{children}</WrittenSecondsContext>
}
