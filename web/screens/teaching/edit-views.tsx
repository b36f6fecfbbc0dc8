import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Link } from '#web/ui/navigation/link.tsx'
import styles from './build.module.css'

const VIEWS = [
  { name: 'details', label: 'Details' },
  { name: 'history', label: 'History' },
] as const

/** The views of an edit screen: its form, and what has happened to the item. */
export function EditViews({ label, address }: { label: string; address: string }) {
  const isHistory = useIsHistory()
  return (
    <nav className={styles.views} aria-label={label}>
      {VIEWS.map(({ name, label: word }) => (
        <Link
          key={name}
          to={name === 'details' ? address : `${address}?view=${name}`}
          aria-current={(name === 'history') === isHistory ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}

export function useIsHistory(): boolean {
  const [search] = useSearchParams()
  return search.get('view') === 'history'
}

/** Focuses the field that `?field=` names, as soon as the form is there and at every press of such a link. */
export function useFocusField(isReady: boolean): void {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const name = search.get('field')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if (!isReady || name === null) return
    // After the new screen has taken the focus.
    const frame = requestAnimationFrame(() => {
      const named = document.getElementsByName(name)[0]
      // The field of an uploaded video is hidden, and its buttons change it.
      const isHidden = named instanceof HTMLInputElement && named.type === 'hidden'
      const field = isHidden ? named.parentElement?.querySelector('button') : named
      field?.focus()
      field?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady, name, key])
}
