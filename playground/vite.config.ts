import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The server that answers while the page is being worked on (`npm run dev`).
const server = process.env.MEMORYOS_SERVER ?? 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte()],
  // Relative addresses: the page works wherever it is mounted.
  base: './',
  build: {
    target: 'es2022',
    // A data address would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // How long each plugin took is nobody's concern here.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      ['/v1', '/healthz', '/readyz', '/openapi.json', '/playground'].map((path) => [path, server]),
    ),
  },
})
