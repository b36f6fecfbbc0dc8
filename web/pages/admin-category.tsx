import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { AddCategory } from '#web/features/categories/add-category.tsx'
import { categoriesOf } from '#web/features/categories/categories.queries.ts'
import { CategoryList } from '#web/features/categories/category-list.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import styles from './admin-category.module.css'

/** Specification section 2, /admin/category: categories are added, renamed and deleted. */
export function Component() {
  const user = useCurrentUser()
  const { data, isPending } = useQuery({ ...categoriesOf(useCall()), enabled: user?.isAdmin === true })
  const heading = useRef<HTMLHeadingElement>(null)
  const categories = data?.categories ?? []
  return (
    <>
      <ScreenTitle screen="Admin categories" unlisted />
      <TableFrame title="Categories" headingRef={heading}>
        <div className={styles.add}>
          <AddCategory />
        </div>
        {isPending && (
          <Loading what="categories">
            <RowSkeletons count={5} />
          </Loading>
        )}
        {!isPending && categories.length === 0 && (
          <EmptyState drawing="categories" small bare title="No categories yet!" />
        )}
        {categories.length > 0 && <CategoryList categories={categories} heading={heading} />}
      </TableFrame>
    </>
  )
}
