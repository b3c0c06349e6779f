import '@mantine/core/styles/SimpleGrid.css'
import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { roleLabels } from '#shared/labels.ts'
import { Photograph } from './Photograph.tsx'
import { profileText } from './profile.text.ts'

function Fact({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {value ?? profileText.none}
      </Text>
    </div>
  )
}

export function ProfileCard({ user }: { user: CurrentUser }) {
  return (
    <Card maw={720} padding="xl">
      <Title order={2} mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {user.fullName}
      </Title>
      <Photograph user={user} />
      <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} mt="xl" mb={0}>
        <Fact label={profileText.membershipNumber} value={user.membershipNumber} />
        <Fact label={profileText.role} value={roleLabels[user.role]} />
        <Fact label={profileText.email} value={user.email} />
        <Fact label={profileText.country} value={user.currentCountry} />
      </SimpleGrid>
    </Card>
  )
}
