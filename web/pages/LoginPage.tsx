import { Card, Center, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { authText } from '#web/features/auth/auth.text.ts'
import { LoginForm } from '#web/features/auth/LoginForm.tsx'

export function LoginPage() {
  const navigate = useNavigate()
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <div>
          <Title order={1}>Kelab Perantau</Title>
          <Text c="dimmed">{authText.subtitle}</Text>
        </div>
        <Card withBorder radius="lg" padding="xl">
          <Text size="sm" c="dimmed" mb="md">
            {authText.description}
          </Text>
          <LoginForm onSuccess={() => navigate({ to: '/dashboard' })} />
        </Card>
      </Stack>
    </Center>
  )
}
