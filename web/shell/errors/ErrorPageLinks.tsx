import { Box, Button, Flex } from '@mantine/core'
import { IconArrowLeft, IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { can } from '#shared/policies.ts'
import { screenTitles } from '#texts/screens.ts'
import { shellText } from '#texts/shell.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { mainEntries } from '#web/shell/navigation/menu-entries.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './ErrorPageLinks.module.css'

/** Links of an error page: back, to the dashboard, and to the screens that the user may open. */
export function ErrorPageLinks() {
  const text = shellText.wayOn
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const { data: user } = useQuery(currentUserQuery)
  const entries = mainEntries.filter(({ path }) => !['/dashboard', '/register'].includes(path))
  const allowedEntries = entries.filter(({ action }) => !action || (user && can(user, action)))
  return (
    <>
      <Flex wrap="wrap" gap="8px 12px">
        <Button component={Link} to="/dashboard" leftSection={<IconLayoutDashboard size={18} aria-hidden />}>
          {text.home}
        </Button>
        {canGoBack && (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            onClick={() => history.back()}
          >
            {text.back}
          </Button>
        )}
      </Flex>
      <Box component="h3" mt={8} fz="sm" c="dimmed">
        {text.others}
      </Box>
      <Columns
        component="ul"
        template="repeat(auto-fill, minmax(150px, 1fr))"
        gap="0 8px"
        w="calc(100% + 24px)"
        mx={-12}
        className={styles.others}
      >
        {allowedEntries.map(({ path, title, icon: Icon }) => (
          <li key={path}>
            <Link to={path}>
              <Icon size={20} stroke={1.7} aria-hidden />
              {screenTitles[title]}
            </Link>
          </li>
        ))}
      </Columns>
    </>
  )
}
