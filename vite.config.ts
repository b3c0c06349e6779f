import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { dictionary } from '@zxcvbn-ts/language-common'
import { build, defineConfig, type Plugin } from 'vite'

const outDir = 'dist/web'
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Compressed once here, at the best setting, instead of anew for every visitor. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        const params = {
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          // Meant for fonts; of minified code it makes a little less than the one that is meant for text.
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

/**
 * Styles stand behind what the document draws by itself: that waits for nothing, only the program waits for them. Those
 * of a screen that comes later have to come behind them, too, or they would be overruled by what they mean to change.
 */
function stylesLast(): Plugin {
  const place = 'document.head.appendChild('
  return {
    name: 'styles-last',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(place))
          this.error('styles of later screens are added in another way than expected')
        return { code: code.replaceAll(place, 'document.body.appendChild('), map: null }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const rest = links.reduce((text, link) => text.replace(link, ''), html)
        return rest.replace('<!--styles-->', `${links.join('').trim()}\n<!--styles-->`)
      },
    },
  }
}

/** The library's palettes that no screen uses: with every shade in both schemes they are most of its variables. */
function withoutPalettes(): Plugin {
  const unused = 'pink|grape|violet|indigo|cyan|lime|orange|green|teal'
  const variables = new RegExp(`--mantine-color-(${unused})-[\\w-]+:[^;}]+;?`, 'g')
  const shades = new RegExp(`\\b(${unused}): \\[[^\\]]*\\],?`, 'g')
  return {
    name: 'without-palettes',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /MantineProvider\/default-colors/ },
      handler: code => ({ code: code.replace(shades, ''), map: null }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = String(file.source).replace(variables, '')
      }
    },
  }
}

/** What hangs on the library's buttons, cards, tables and loaders, so that it is never left out by itself, and no screen uses. */
function withoutUnused(): Plugin {
  const unused =
    /@mantine\/core\/esm\/components\/((Button|ActionIcon)\/\w+Group(Section)?\/\w+|Card\/CardSection\/CardSection|Table\/TableScrollContainer|Loader\/loaders\/(Bars|Dots))\.mjs$/
  return {
    name: 'without-unused',
    apply: 'build',
    transform: {
      filter: { id: unused },
      handler: (_code, id) => `export const ${/(\w+)\.mjs$/.exec(id)?.[1]} = undefined`,
    },
  }
}

/** The library makes up an id of its own after drawing, and draws a second time for it; React's own has been enough for long. */
function reactIds(): Plugin {
  const code = `import { useId as useReactId } from 'react'
export function useId(given) {
  const made = useReactId()
  return typeof given === 'string' ? given : 'mantine-' + made
}`
  let isFound = false
  return {
    name: 'react-ids',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler() {
        isFound = true
        return { code, map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('ids are made in another place than expected')
    },
  }
}

/** The ten thousand that the server refuses, for the strength shown while typing; the whole list weighs five times as much. */
function commonPasswords(): Plugin {
  const id = 'virtual:common-passwords'
  const list = (dictionary['passwords-common'] as string[]).slice(0, 10_000)
  return {
    name: 'common-passwords',
    resolveId: source => (source === id ? `\0${id}` : undefined),
    load: source => (source === `\0${id}` ? `export default ${JSON.stringify(list.join(' '))}` : undefined),
  }
}

/**
 * Of an endpoint the browser needs method and path alone: its contract and the imports behind it are left out of the
 * build. Modules of declarations do nothing when they are loaded, so what nobody asks them for is left out, too.
 */
function withoutContracts(): Plugin {
  return {
    name: 'without-contracts',
    apply: 'build',
    transform: {
      filter: { id: /shared\/(contracts|endpoint|fields|file-kinds|calendar|constants|form-choices)/ },
      handler(code, id) {
        if (!id.includes('.endpoints.')) return { code, map: null, moduleSideEffects: false }
        let stripped = code
        const cut = ([start, end]: [number, number]) => {
          stripped = stripped.slice(0, start) + stripped.slice(end)
        }
        for (const statement of this.parse(code, { lang: 'ts' }).body.toReversed()) {
          if (statement.type === 'ImportDeclaration' && statement.source.value !== '#shared/endpoint.ts')
            cut([statement.start, statement.end])
          if (statement.type !== 'ExportNamedDeclaration') continue
          if (statement.declaration?.type !== 'VariableDeclaration') continue
          const declared = statement.declaration.declarations[0]?.init
          if (declared?.type !== 'CallExpression') continue
          const [, path, contract] = declared.arguments
          if (path && contract) cut([path.end, contract.end])
        }
        return { code: stripped, map: null, moduleSideEffects: false }
      },
    },
  }
}

/** All that a device keeps to open the program by itself; what has no hash in its name is known by its content. */
function listFiles() {
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const urls = paths.map(path => path.slice(outDir.length).replaceAll('\\', '/'))
  return urls
    .filter(url => !/^\/(\.|index\.html$|sw\.js$|manifest\.|robots\.)|\.(map|webp)$/.test(url))
    .map(url => ({
      url,
      revision: url.startsWith('/assets/')
        ? null
        : createHash('sha256')
            .update(readFileSync(outDir + url))
            .digest('hex')
            .slice(0, 16),
    }))
}

/** The worker is a file of its own that needs no other, at an address that stays. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    async writeBundle() {
      await build({
        define: { files: JSON.stringify(listFiles()) },
        configFile: false,
        root: 'web',
        publicDir: false,
        logLevel: 'error',
        plugins: [withoutContracts()],
        build: {
          outDir: `../${outDir}`,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'web/sw/worker.ts',
            output: { entryFileNames: 'sw.js', format: 'iife' },
          },
        },
      })
    },
  }
}

/** What several screens share, by where it is shown. */
const shown = {
  /** Also outside of the shell. */
  common:
    /@tanstack\/(react-query|query-core)|web\/lib\/(format|focus|time-ago|use-part)\.ts|\.endpoints\.ts|contracts\/topics/,
  /** Once the page stands. */
  after: /web\/(after-load|lib\/(install|new-version|worker-messages))\./,
  shell: /web\/pages\/ShellLayout/,
  /** Figures and their frames. */
  parts:
    /web\/(ui\/(BarList|EmptyState|LateDialog|PageHeader|Panel|StatCard|StatusBadge)|lib\/(change|first-steps))\.|shared\/day-at\./,
  /** What others beside forms need, or they would load all that forms are checked by. */
  facts: /shared\/(calendar|errors|file-kinds|form-choices|ic-number|zones)\./,
  /** What anything is checked by; keys need no more than that. */
  checks: /node_modules\/zod\/|shared\/fields/,
  /** And how, for each form. */
  schemas: /shared\/contracts\/(?!.*endpoints|topics)/,
  /** The fields of longer forms. */
  fields:
    /@mantine\/core\/.*components\/(Combobox\/(?!Combobox\.module|ComboboxChevron|get-parsed|.*is-options-group)|(FileInput|MultiSelect|Pill|PillsInput|SegmentedControl|Select|Textarea)\/)|@mantine\/core\/styles\/(Combobox|Pill|PillsInput|SegmentedControl)\.css/,
  /** What opens beside a button or over everything, with what finds the place for it. */
  placed:
    /@floating-ui|react-remove-scroll|@mantine\/core\/.*components\/(Drawer|Menu|Modal|ModalBase|Popover|ScrollArea(?!\/utils)|Tooltip)\//,
  controls: /node_modules\/(@mantine\/(core|hooks)|@floating-ui)\//,
  lists:
    /web\/(ui\/(confirm|BackLink|CardList|Confirmation|Done|Email|ExportMenu|Fact|FileRows|FilesField|RichText|FilterButton|FilterChips|ListRow|ListTable|NewPassword|Pager|SearchField|SettingsRow|TabList)|lib\/(clubs-of|download|is-missing|message-person|pages|paging|upload|use-tick|use-uploads)|pages\/use-|shell\/(WayOn|NotFound))|ui\/ClubAvatar|features\/(chat\/message-search|imports\/imports\.text|invitations\/invitations\.text|merging\/merging\.text)|lib\/toast|@mantine\/(store|notifications\/esm\/notifications\.store)|modals\/esm\/events/,
  /** One's keys, as settings and conversations need them before anything is opened. */
  keys: /(lib|shared)\/e2ee\/(card|curves|device-key|group-store|identity|key-store|linking|my-keys|name|roster|shelves|trust-store)\.|features\/keys\/(keys\.|Keys\.module|ways)/,
}

/** Each with all its screens: the first page carries the names of all parts, and is the shorter for every one less. */
const ofScreens = {
  outside:
    /web\/pages\/(ConfirmEmail|ForgotPassword|LinkGoogle|NotMe|Outside|Proved|ResetPassword|Unsubscribe)Page|features\/auth\/password\./,
  notifications: /web\/(features\/notifications|pages\/Notifications)/,
  factors:
    /web\/features\/account\/(TwoFactor(Change|SetUp)|PasskeyTasks|RecoveryCodes|ProofTask|TaskHeading)/,
}
/** The same without what they import: whoever shares that with one of these would load all of it. */
const ofScreensAlone = {
  activity: /web\/features\/activities\/(AnswersDialog|FeedDialog|HelpersDialog|QuestionsField)\.tsx/,
  announcements: /web\/(features\/(announcements|roll-calls)|pages\/(Announcement|RollCall|Safety))/,
  offices: /web\/(features\/offices|pages\/OfficesPage)/,
  newcomers: /web\/(features\/(imports|invitations)|pages\/(Import|Invitation))/,
  merging: /web\/(features\/merging|pages\/(Duplicates|Merge))/,
  person:
    /web\/features\/users\/(UserDialogs|PlaceDialog|PlaceForm|ReasonDialog|RoleDialog|UserFile|DrawerActions|ClubFilter)/,
}

const port = Number(process.env.PORT ?? 3000)

export default defineConfig({
  root: 'web',
  // React has had it itself for long.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    react(),
    withoutContracts(),
    commonPasswords(),
    withoutPalettes(),
    withoutUnused(),
    reactIds(),
    stylesLast(),
    worker(),
    compress(),
  ],
  build: {
    outDir: `../${outDir}`,
    emptyOutDir: true,
    // Browsers since 2021, which the component library asks for anyway; older syntax would weigh more.
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    // What would need it is older than all the rest of this.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page carries the names of all parts, and half a kilobyte of it were words: only what the tests of
        // the first load look for has one. The manifest knows the others.
        chunkFileNames: ({ name }) =>
          /^(socket-client|after-load|kept)$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          /(?<!^index)\.css$/.test(name) ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
        // What the first page needs anyway comes as one file: fewer trips over a bad network, better compressed.
        // So does the shell; and what several screens share comes in a few parts instead of dozens. A part imports
        // only from those above it.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 8 },
            { name: 'common', test: shown.common, priority: 7 },
            { name: 'after-load', test: shown.after, priority: 7 },
            { name: 'shell', test: shown.shell, priority: 6 },
            { name: 'parts', test: shown.parts, priority: 5 },
            { name: 'facts', test: shown.facts, priority: 5 },
            { name: 'checks', test: shown.checks, priority: 4 },
            { name: 'schemas', test: shown.schemas, priority: 4, includeDependenciesRecursively: false },
            { name: 'fields', test: shown.fields, priority: 4, includeDependenciesRecursively: false },
            { name: 'placed', test: shown.placed, priority: 4, includeDependenciesRecursively: false },
            { name: 'controls', test: shown.controls, priority: 3 },
            { name: 'lists', test: shown.lists, priority: 2 },
            { name: 'keys', test: shown.keys, priority: 2 },
            ...Object.entries(ofScreens).map(([name, test]) => ({ name, test, priority: 2 })),
            ...Object.entries(ofScreensAlone).map(([name, test]) => {
              return { name, test, priority: 2, includeDependenciesRecursively: false }
            }),
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${port}`,
      '/a/': `http://127.0.0.1:${port}`,
      '/socket.io': { target: `http://127.0.0.1:${port}`, ws: true },
    },
  },
})
