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
  shown: number
  total: number
}

/** The number of loaded rows, and a button for more. After the last page the count gets the focus. */
export function MoreRows({ list, shown, total }: MoreRowsProps) {
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = list
  const [asked, setAsked] = useState(false)
  const count = useRef<HTMLParagraphElement>(null)
  const ended = asked && !hasNextPage
  useEffect(() => {
    if (ended) count.current?.focus()
  }, [ended])
  if (!(hasNextPage || ended)) return null
  return (
    <div className={styles.more}>
      <p ref={count} tabIndex={-1}>
        {shown} of {Math.max(shown, total)}
      </p>
      {hasNextPage && (
        <Button
          busy={isFetchingNextPage}
          onClick={() => {
            setAsked(true)
            void fetchNextPage?.()
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
