import { useLocation } from 'react-router'
import { useSite } from '#web/core/app-context.tsx'
import { PageTitle, type PageTitleProps } from '#web/ui/navigation/page-title.tsx'

type ScreenTitleProps = Omit<PageTitleProps, 'site' | 'canonical'> & {
  /** The part of the query that makes this a different page, such as `?q=design`. */
  query?: string
}

/** The screen's name in the browser and in link previews: "{screen} · {site}". Every screen renders one. */
export function ScreenTitle({ query = '', ...props }: ScreenTitleProps) {
  const site = useSite()
  const { pathname } = useLocation()
  return (
    <PageTitle
      {...props}
      site={site.name}
      canonical={props.unlisted ? undefined : `${site.origin}${pathname}${query}`}
    />
  )
}
