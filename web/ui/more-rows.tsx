import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './more-rows.module.css'

/** A list that is read page by page. */
export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface MoreRowsProps {
  list: Partial<Pages>
  loaded: number
  total: number
}

/** The number of loaded rows, and a button for more. After the last page the count gets the focus. */
export function MoreRows({ list, loaded, total }: MoreRowsProps) {
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = list
  const [requested, setRequested] = useState(false)
  const count = useRef<HTMLParagraphElement>(null)
  const ended = requested && !hasNextPage
  useEffect(() => {
    if (ended) count.current?.focus()
  }, [ended])
  if (!(hasNextPage || ended)) return null
  return (
    <div className={styles.more}>
      <p ref={count} tabIndex={-1}>
        {loaded} of {Math.max(loaded, total)}
      </p>
      {hasNextPage && (
        <Button
          busy={isFetchingNextPage}
          onClick={() => {
            setRequested(true)
            void fetchNextPage?.()
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
