import './scripts/compile-texts.mjs'
import { defineConfig } from 'vite'

/** Builds each server program into one file; npm packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: ['main', 'admin', 'backup', 'restore', 'check-backup', 'parse-upload', 'verify-ballot'].map(
        name => `server/programs/${name}.ts`,
      ),
    },
  },
})
