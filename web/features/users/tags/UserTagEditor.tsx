import '@mantine/core/styles/Badge.css'
import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { TagOfUser } from '#shared/contracts/users/tags.schemas.ts'
import type { UserDetail } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { tagText as text } from '#texts/tags.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { ManageTagsButton } from './ManageTagsButton.tsx'
import { useAddOrRemoveUserTag, useTags, useTagsOfUsers } from './tags.api.ts'

/** Name of a tag, with the club or country that owns the tag unless headquarters own it. */
function describeTag({ name, clubName, country }: TagOfUser): string {
  const owner = clubName ?? getCountryName(country)
  return owner ? `${name} · ${owner}` : name
}

/** Shows the tags of a user in the drawer. Managers add and remove tags, which saves at once. */
export function UserTagEditor({ user, person }: { user: CurrentUser; person: UserDetail }) {
  const listed = useTagsOfUsers([person.id]).get(person.id) ?? []
  const own = useTags()
  const change = useAddOrRemoveUserTag(person.id)
  const isPhone = useIsPhone()
  const mayChange = can(user, 'users.tag', { user: person })
  const offered = (own.data ?? []).filter(({ id }) => !listed.some(tag => tag.id === id))
  return (
    <>
      {listed.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.noneOfUser}
        </Text>
      )}
      <Group gap={8} mb="xs">
        {listed.map(tag =>
          mayChange ? (
            <Button
              key={tag.id}
              variant="light"
              size={isPhone ? 'md' : 'xs'}
              rightSection={<IconX size={14} aria-hidden />}
              aria-label={text.removeFrom({ name: tag.name })}
              disabled={change.isPending}
              onClick={() => change.mutate({ change: 'remove', tagId: tag.id })}
            >
              {describeTag(tag)}
            </Button>
          ) : (
            <Badge key={tag.id} variant="light" size="lg" tt="none">
              {describeTag(tag)}
            </Badge>
          ),
        )}
      </Group>
      {mayChange && offered.length > 0 && (
        <NativeSelect
          aria-label={text.add}
          value=""
          disabled={change.isPending}
          data={[
            { value: '', label: text.add },
            ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={event => change.mutate({ change: 'add', tagId: Number(event.currentTarget.value) })}
        />
      )}
      {mayChange && own.data && <ManageTagsButton />}
    </>
  )
}
