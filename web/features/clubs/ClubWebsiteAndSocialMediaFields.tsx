import { ActionIcon, Button, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { clubPlatforms, getClubLinkPlatformLabel } from '#shared/form-choices.ts'
import { clubsText as text } from '#texts/clubs.ts'

export interface ClubLink {
  platform: string
  url: string
}

const maxLinks = 8

/** Form rows for the external links of a club, each with platform and URL. */
export function ClubWebsiteAndSocialMediaFields({
  links,
  errors,
  onChange,
}: {
  links: ClubLink[]
  errors: Record<string, string | undefined>
  onChange: (links: ClubLink[]) => void
}) {
  const changeClubLink = (index: number, changes: Partial<ClubLink>) =>
    onChange(links.map((link, position) => (position === index ? { ...link, ...changes } : link)))
  return (
    <Input.Wrapper
      label={text.links}
      labelElement="div"
      style={{ gridColumn: '1 / -1' }}
      error={errors.links}
    >
      <Stack gap="xs">
        {links.map(({ platform, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: link rows have no other identity than their position
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <NativeSelect
              aria-label={text.linkPlatform({ index: index + 1 })}
              data={clubPlatforms.map(value => ({ value, label: getClubLinkPlatformLabel(value) }))}
              value={platform}
              w={140}
              onChange={event => changeClubLink(index, { platform: event.currentTarget.value })}
            />
            <TextInput
              aria-label={text.linkUrl({ index: index + 1 })}
              placeholder="https://"
              type="url"
              flex={1}
              maxLength={300}
              value={url}
              error={errors[`links.${index}.url`]}
              onChange={event => changeClubLink(index, { url: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={text.removeLink({ index: index + 1 })}
              onClick={() => onChange(links.filter((_, position) => position !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {links.length < maxLinks && (
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange([...links, { platform: clubPlatforms[0], url: '' }])}
          >
            {text.addLink}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
