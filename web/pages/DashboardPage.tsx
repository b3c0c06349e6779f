import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { roleLabels } from '#shared/labels.ts'
import { meQuery, useLogout } from '#web/features/auth/auth.api.ts'
import { authText } from '#web/features/auth/auth.text.ts'

export function DashboardPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const logout = useLogout()
  if (!user) return null
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack align="center">
        <Title order={1}>{user.fullName}</Title>
        <Text>{roleLabels[user.role]}</Text>
        <Button
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={() => logout.mutate(undefined, { onSettled: () => navigate({ to: '/login' }) })}
        >
          {authText.logout}
        </Button>
      </Stack>
    </Center>
  )
}
