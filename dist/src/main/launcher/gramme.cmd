@echo off
rem Starts Gramme on Windows; see: gramme help
setlocal EnableExtensions DisableDelayedExpansion
for %%i in ("%~dp0..") do set "home=%%~fi"
set /p version=<"%home%\lib\version"

rem The server of the Model Context Protocol is a program of its own, with its own libraries.
if not "%~1"=="mcp" goto serve
set "found="
if exist "%home%\lib\mcp\version" set /p found=<"%home%\lib\mcp\version"
if not "%found%"=="%version%" (
  echo gramme: mcp needs libraries that are not installed: unpack gramme-%version%-extras.tar.gz in "%home%" 1>&2
  exit /b 2
)
set "rest=%*"
set "rest=%rest:~4%"
"%home%\runtime\bin\java.exe" -Xmx128m -XX:+UseSerialGC %GRAMME_JAVA_OPTS% -cp "%home%\lib\mcp\*" dev.gramme.mcp.McpMain %rest%
exit /b %ERRORLEVEL%

:serve
rem The heap in megabytes: from the flag, the environment, or else an eighth of the memory.
set "heap=-XX:MaxRAMPercentage=12.5"
if defined GRAMME_HEAP set "heap=-Xmx%GRAMME_HEAP%m"
set "previous="
for %%a in (%*) do call :argument "%%~a"

rem Extras of another version are not used. Jars are found by folder, because the names of all are too long for a variable.
set "classes=%home%\lib\*"
set "found="
if exist "%home%\lib\optional\version" set /p found=<"%home%\lib\optional\version"
if "%found%"=="%version%" set "classes=%classes%;%home%\lib\optional\*"

rem The first start makes the AOT cache.
if not exist "%home%\lib\make-aot" goto start
del "%home%\lib\make-aot" 2>nul
if exist "%home%\lib\make-aot" goto start
echo gramme: creating the AOT cache for fast starts, once 1>&2
"%home%\runtime\bin\java.exe" "@%home%\lib\jvm.options" -Xmx256m -XX:+UseSerialGC "-XX:AOTCacheOutput=%home%\lib\new.aot" -cp "%home%\lib\*" dev.gramme.server.AotTraining "%home%\lib\aot" >"%home%\lib\aot.log" 2>&1
if not errorlevel 1 move /y "%home%\lib\new.aot" "%home%\lib\gramme.aot" >nul
rmdir /s /q "%home%\lib\aot" 2>nul

:start
set "cache="
if exist "%home%\lib\gramme.aot" set "cache=-XX:AOTCache=%home%\lib\gramme.aot"
if defined cache set cache="%cache%"
"%home%\runtime\bin\java.exe" "@%home%\lib\jvm.options" %heap% -XX:+UseSerialGC -Xmn80m -XX:SurvivorRatio=4 "-Dgramme.home=%home%" -Dgramme.command=gramme %GRAMME_JAVA_OPTS% %cache% -cp "%classes%" dev.gramme.server.Main %*
exit /b %ERRORLEVEL%

:argument
if "%previous%"=="--heap" set "heap=-Xmx%~1m"
set "previous=%~1"
exit /b 0
