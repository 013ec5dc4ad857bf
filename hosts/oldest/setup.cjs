const { DirectoryLoader } = require('n8n-core');
const { ExpressionEvaluatorProxy, NodeHelpers } = require('n8n-workflow');

// Where the tests look for it; it has moved since.
DirectoryLoader.applyDeclarativeNodeOptionParameters = NodeHelpers.applyDeclarativeNodeOptionParameters;
// As this n8n does when it starts.
ExpressionEvaluatorProxy.setEvaluator('tournament');
