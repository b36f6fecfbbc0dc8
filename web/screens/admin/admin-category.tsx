import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { categoriesOf } from '#web/features/catalog/categories/categories.queries.ts'
import { AddCategory } from '#web/features/catalog/categories/category-form.tsx'
import { CategoryList } from '#web/features/catalog/categories/category-list.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import styles from './admin-category.module.css'

/** /admin/category: categories are added, renamed and deleted. */
export function Component() {
  const user = useCurrentUser()
  const list = useQuery({ ...categoriesOf(useCall()), enabled: user?.isAdmin === true })
  const heading = useRef<HTMLHeadingElement>(null)
  const categories = list.data?.categories ?? []
  return (
    <>
      <ScreenTitle screen="Admin categories" unlisted />
      <TableFrame title="Categories" headingRef={heading}>
        <div className={styles.add}>
          <AddCategory />
        </div>
        <TableRows
          what="categories"
          list={list}
          loaded={categories.length}
          empty={{ drawing: 'categories', title: 'No categories yet!' }}
        >
          <CategoryList categories={categories} heading={heading} />
        </TableRows>
      </TableFrame>
    </>
  )
}
