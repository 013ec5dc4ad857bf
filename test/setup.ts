// n8n-core logs every failed node; the tests read the failures themselves.
process.env.N8N_LOG_LEVEL = 'silent';
