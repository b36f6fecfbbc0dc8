import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './more-rows.module.css'
import { loadNextPage, type PagedList } from './show-more.tsx'

interface MoreRowsProps {
  list: PagedList
  loaded: number
  total: number
}

/** The number of loaded rows, and a button for more. After the last page the count gets the focus. */
export function MoreRows({ list, loaded, total }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage } = list
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
            void loadNextPage(list)
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
